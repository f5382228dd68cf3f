import { deviceName } from '@trace/contract/devices/devices.rules';
import { groupedClaim } from '@trace/contract/devices/devices.registration.rules';
import { registrationTexts as texts } from '@trace/contract/devices/devices.registration.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Bus } from '#platform/bus/bus';
import { announceLater } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { holdEntries, renewClaim } from '#platform/devices/claims';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { DEVICES_CHANGED, deviceRemoved } from './devices.events.ts';
import type { DevicesPort, KnownDevice } from './devices.port.ts';
import { mayRemove, mayRename, needsConfirmation } from './devices.registration.policy.ts';
import type { People } from './devices.registration.service.ts';
import {
  deleteDevice,
  findRegistration,
  notifyRegistration,
  updateNickname,
  type Registration,
} from './devices.registration.store.ts';
import { notFound, require, standingOf } from './devices.standing.service.ts';
import { deleteTakenFrom, insertTaken } from './devices.taken.store.ts';

export interface RemovalService {
  rename(actor: Actor, origin: CallOrigin, serial: string, nickname: string | null): Promise<{ name: string }>;
  /** Answers the code that registering it again needs, if its entry carries one: it is shown this once. */
  remove(
    actor: Actor,
    origin: CallOrigin,
    serial: string,
    confirmation: string | null,
  ): Promise<{ claimCode: string | null }>;
}

export interface RemovalDependencies {
  database: Database;
  clock: Clock;
  bus: Bus;
  mail: Pick<Mail, 'send'>;
  portalUrl(): string;
  people(): People;
  /** What a connected device sends belongs to nobody from now on. */
  enrolment(): { rebind(serial: string): Promise<void> };
}

export function createRemovalService(
  dependencies: RemovalDependencies,
  devices: Pick<DevicesPort, 'findFor' | 'holdFor' | 'partiesOf'>,
): RemovalService {
  const { database, clock, bus, mail, portalUrl, people, enrolment } = dependencies;

  /** Tells whom the device was taken from, or who looked after it (IDEV-06). */
  const tell = async (tx: Executor, actor: Actor, device: Registration, accounts: Accounts): Promise<void> => {
    const isByUser = device.assignedTo === actor.accountId;
    const other = isByUser ? device.registeredBy : device.assignedTo;
    const account = other === null || other === actor.accountId ? undefined : accounts.get(other);
    if (account === undefined) return;
    const told = { name: deviceName(device.serial, device.nickname), serial: device.serial };
    const by = `${actor.firstName} ${actor.lastName}`;
    await mail.send(tx, {
      to: account.email,
      subject: isByUser ? texts.leftMailSubject(told.name) : texts.removedMailSubject(told.name),
      text: isByUser
        ? texts.leftMailText({ ...told, url: `${portalUrl()}/installer/devices` })
        : texts.removedMailText({ ...told, by, url: `${portalUrl()}/privacy` }),
      key: `device-removed:${device.id}`,
    });
  };

  /** Authorization.md (a): what anyone but its user ended is not the installer's to look at, also registered again. */
  const keepTaken = async (tx: Executor, actor: Actor, device: Registration): Promise<void> => {
    const { serial, assignedTo } = device;
    if (assignedTo === actor.accountId) await deleteTakenFrom(tx, serial, assignedTo);
    else if (assignedTo !== null)
      await insertTaken(tx, { serial, formerAccount: assignedTo, since: clock.now(), endedBy: actor.accountId });
  };

  return {
    async rename(actor, origin, serial, nickname) {
      const known = await standingOf(database, devices, actor, serial);
      require(mayRename(known.standing));
      const parties = (await devices.partiesOf([known.id])).get(known.id) ?? [];
      await database.transaction(async (tx) => {
        if (!(await updateNickname(tx, known.id, nickname))) throw notFound();
        await recordAudit(tx, {
          actorId: actor.accountId,
          action: 'device.rename',
          subject: { type: 'device', id: serial },
          details: {},
          ...origin,
        });
        await announceLater(tx, { kind: DEVICES_CHANGED, audience: parties, payload: { serial } });
      });
      return { name: deviceName(serial, nickname) };
    },

    async remove(actor, origin, serial, confirmation) {
      const seen = await standingOf(database, devices, actor, serial);
      require(mayRemove(seen.standing));
      const parties = (await devices.partiesOf([seen.id])).get(seen.id) ?? [];
      const accounts = await people().accountsOf(parties);
      const claimCode = await database.transaction(async (tx) => {
        const entry = (await holdEntries(tx, [serial])).get(serial);
        const { device, standing } = await heldBy(tx, devices, actor, serial);
        require(mayRemove(standing));
        if (needsConfirmation(standing) && confirmation?.trim() !== serial)
          throw new Refusal('invalid_input', texts.confirmationDiffers, { field: 'body.confirmation' });
        // Assigned in this very moment: whom to tell is not known yet.
        if (device.assignedTo !== null && !parties.includes(device.assignedTo))
          throw new Refusal('conflict', texts.changedMeanwhile);
        await keepTaken(tx, actor, device);
        const code = entry === undefined ? null : await renewClaim(tx, entry);
        await deleteDevice(tx, device.id);
        await recordAudit(tx, {
          actorId: actor.accountId,
          action: 'device.remove',
          subject: { type: 'device', id: serial },
          details: { wasAssigned: device.assignedTo !== null },
          ...origin,
        });
        await tell(tx, actor, device, accounts);
        await announceLater(tx, { kind: DEVICES_CHANGED, audience: parties, payload: { serial } });
        await notifyRegistration(tx, [serial]);
        return code;
      });
      await enrolment().rebind(serial);
      bus.announce(deviceRemoved, { serial });
      return { claimCode: claimCode && groupedClaim(claimCode) };
    },
  };
}

type Accounts = Awaited<ReturnType<People['accountsOf']>>;

/** The device as the person stands to it until the transaction ends. */
async function heldBy(
  tx: Executor,
  devices: Pick<DevicesPort, 'holdFor'>,
  actor: Actor,
  serial: string,
): Promise<{ device: Registration; standing: KnownDevice['relation'] }> {
  const held = await devices.holdFor(tx, actor.accountId, serial);
  const device = held === null ? null : await findRegistration(tx, held.id);
  if (held === null || device === null) throw notFound();
  return { device, standing: held.relation };
}
