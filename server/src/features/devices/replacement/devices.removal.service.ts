import { groupedClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { fullName } from '@trace/contract/kernel/full-name';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { lockEntries, renewClaim } from '#platform/devices/identity/claims';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { deviceRelationEnded, deviceRemoved } from '../devices.events.ts';
import type { DeviceHooks } from '../devices.hooks.service.ts';
import { mayRemove, mayRename, needsConfirmation } from '../registration/devices.registration.policy.ts';
import { deleteDevices, notifyRegistration, updateNickname } from '../registration/devices.registration.store.ts';
import type { Relations } from '../assignment/devices.relations.service.ts';
import { deviceEntryOf, listParties, publishToLists } from '../devices.access.service.ts';
import { requirePermission } from '../devices.permission.service.ts';
import { findDevice, type DeviceRow } from '../devices.store.ts';
import { recordUnassignment } from '../assignment/devices.pending-return.service.ts';

export type RemovalService = ReturnType<typeof createRemovalService>;

export interface RemovalDependencies {
  database: Database;
  clock: Clock;
  bus: Bus;
  hooks: Pick<DeviceHooks, 'runRemoveHooks'>;
  mail: Pick<Mail, 'send'>;
  portalUrl(): string;
  people: Pick<PeoplePort, 'accountsOf'>;
  /** Rebinds the connection, so that messages of a connected device are not stored from now on. */
  enrolment(): { rebind(serial: string): Promise<void> };
}

type Accounts = Awaited<ReturnType<PeoplePort['accountsOf']>>;

export function createRemovalService(dependencies: RemovalDependencies, relations: Relations) {
  const { database, clock, bus, hooks, mail, portalUrl, people, enrolment } = dependencies;

  /** Mails the user who lost the device, or the installer when the user removed the device (IDEV-06). */
  const mailUserOfRemoval = async (tx: Executor, actor: Actor, row: DeviceRow, accounts: Accounts): Promise<void> => {
    const isByUser = row.assignedTo === actor.accountId;
    const other = isByUser ? row.registeredBy : row.assignedTo;
    const account = other === null || other === actor.accountId ? undefined : accounts.get(other);
    if (account === undefined) return;
    const device = { name: deviceName(row.serial, row.nickname), serial: row.serial };
    await mail.send(tx, {
      to: account.email,
      reason: 'device',
      subject: isByUser ? texts.leftMailSubject(device.name) : texts.removedMailSubject(device.name),
      text: isByUser
        ? texts.leftMailText({ ...device, url: `${portalUrl()}/installer/devices` })
        : texts.removedMailText({ ...device, by: fullName(actor) }),
      key: `device-removed:${row.id}`,
    });
  };

  /** Loads the accounts of the user and the installer, before any lock. */
  const accountsOf = async (serial: string): Promise<Accounts> => {
    const row = await findDevice(database.sql, serial);
    return people.accountsOf(row === null ? [] : await listParties(relations, row));
  };

  const removeIn = async (
    tx: Executor,
    {
      actor,
      origin,
      serial,
      confirmation,
    }: { actor: Actor; origin: CallOrigin; serial: string; confirmation: string | null },
    accounts: Accounts,
  ): Promise<{ deviceId: number; claimCode: string | null }> => {
    const entry = (await lockEntries(tx, [serial])).get(serial);
    const { row, relation } = await requirePermission(relations, tx, actor, serial, mayRemove);
    if (needsConfirmation(relation) && confirmation?.trim() !== serial)
      throw new Refusal('invalid_input', texts.confirmationDiffers, { field: 'body.confirmation' });
    // The device was assigned at this very moment, so the person to notify is not known yet.
    if (row.assignedTo !== null && row.assignedTo !== actor.accountId && !accounts.has(row.assignedTo))
      throw new Refusal('conflict', texts.changedMeanwhile);
    const claimCode = entry === undefined ? null : await renewClaim(tx, entry);
    await recordUnassignment(tx, row, { by: actor.accountId, at: clock.now() });
    await mailUserOfRemoval(tx, actor, row, accounts);
    await publishToLists(relations, tx, row, []);
    await hooks.runRemoveHooks(tx, [row.id]);
    await deleteDevices(tx, [row.id]);
    await recordAudit(tx, deviceEntryOf(actor, origin, 'device.remove', serial, { hadUser: row.assignedTo !== null }));
    await notifyRegistration(tx, [serial]);
    return { deviceId: row.id, claimCode };
  };

  return {
    async rename(actor: Actor, origin: CallOrigin, serial: string, nickname: string | null): Promise<{ name: string }> {
      await database.transaction(async (tx) => {
        const { row } = await requirePermission(relations, tx, actor, serial, mayRename);
        await updateNickname(tx, row.id, { nickname, namedBy: actor.accountId });
        await recordAudit(tx, deviceEntryOf(actor, origin, 'device.rename', serial));
        await publishToLists(relations, tx, row, []);
      });
      return { name: deviceName(serial, nickname) };
    },

    /**
     * Returns the claim code for registering the device again, if the registry entry has a code. The code is shown only
     * this once.
     */
    async remove(
      actor: Actor,
      origin: CallOrigin,
      serial: string,
      confirmation: string | null,
    ): Promise<{ claimCode: string | null }> {
      const accounts = await accountsOf(serial);
      const { deviceId, claimCode } = await database.transaction((tx) =>
        removeIn(tx, { actor, origin, serial, confirmation }, accounts),
      );
      await enrolment().rebind(serial);
      bus.announce(deviceRemoved, { serial });
      await bus.announceAndWait(deviceRelationEnded, { deviceId });
      return { claimCode: claimCode === null ? null : groupedClaim(claimCode) };
    },
  };
}
