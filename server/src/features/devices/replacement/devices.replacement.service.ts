import type { Replacement } from '@trace/contract/devices/devices.replacement.schema';
import { replacementTexts as texts } from '@trace/contract/devices/devices.replacement.texts';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { deviceName, NICKNAME_MAX_LENGTH } from '@trace/contract/devices/devices.rules';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Certificates } from '#platform/devices/identity/certificates';
import { lockEntries } from '#platform/devices/identity/claims';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Tombstones } from '#platform/tombstones/tombstones';
import { deleteWaiting, insertAssignment } from '../assignment/devices.assignment.store.ts';
import { deviceRegistered, deviceRemoved } from '../devices.events.ts';
import { mayReplace } from '../devices.policy.ts';
import type { Registrant, BulkRegistration } from '../registration/devices.bulk-registration.service.ts';
import { asRegistrant } from '../registration/devices.registration.service.ts';
import { notifyRegistration } from '../registration/devices.registration.store.ts';
import type { DeviceHooks } from '../devices.hooks.service.ts';
import type { Relations } from '../assignment/devices.relations.service.ts';
import {
  createReplacementMail,
  type NotifiedUser,
  type ReplacementMailDependencies,
} from './devices.replacement-mail.service.ts';
import { setAside } from './devices.replacement.store.ts';
import { deviceEntryOf, refuseUnless, requireInUse, requireAccess, publishToLists } from '../devices.access.service.ts';
import { findDevice, type DeviceRow } from '../devices.store.ts';
import { recordUnassignment, stateOf } from '../assignment/devices.pending-return.service.ts';

export type ReplacementService = ReturnType<typeof createReplacementService>;

export interface ReplacementDependencies extends ReplacementMailDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly relations: Relations;
  readonly registrar: BulkRegistration;
  readonly hooks: Pick<DeviceHooks, 'runReplaceHooks'>;
  requireCertification(actor: Actor, executor?: Executor): Promise<void>;
  people: Pick<PeoplePort, 'accountsOf'>;
  tombstones: Pick<Tombstones, 'record'>;
  enrolment(): { certificates: Pick<Certificates, 'revoke'>; rebind(serial: string): Promise<void> };
}

/** A replacement request: the caller, the old serial and the new serial. */
interface Asked {
  readonly by: Registrant;
  readonly serial: string;
  readonly wanted: Replacement;
  /** Loaded before any lock. */
  readonly user: NotifiedUser | null;
}

type Outcome = { readonly refusal: Refusal } | { readonly deviceId: number; readonly setup: 'none' | 'queued' };

export function createReplacementService(dependencies: ReplacementDependencies) {
  const { database, clock, bus, relations, registrar, people, tombstones, enrolment } = dependencies;
  const mailUserOfReplacement = createReplacementMail(dependencies);

  const userOf = async (serial: string): Promise<NotifiedUser | null> => {
    const id = (await findDevice(database.sql, serial))?.assignedTo ?? null;
    const account = id === null ? undefined : (await people.accountsOf([id])).get(id);
    return id === null || account === undefined ? null : { id, email: account.email };
  };

  /** Returns the old device if this person may replace the device now. */
  const seeOld = async (tx: Executor, { by: { actor }, serial, wanted, user }: Asked): Promise<DeviceRow> => {
    await lockEntries(tx, [serial, wanted.newSerialNumber]);
    const { row, relation } = await requireAccess(relations, tx, actor, serial);
    const facts = { ...row, responsibleCompanyId: null };
    refuseUnless(mayReplace(actor, facts, relation), texts.mayNotReplace, texts.mayNotReplace);
    requireInUse(row);
    await dependencies.requireCertification(actor, tx);
    if (wanted.newSerialNumber.toLowerCase() === serial.toLowerCase())
      throw new Refusal('invalid_input', texts.sameSerial, { field: NEW_SERIAL });
    // The device was assigned at this very moment, so the person to notify is not known yet.
    if (row.assignedTo !== null && row.assignedTo !== user?.id)
      throw new Refusal('conflict', registrationTexts.changedMeanwhile);
    return row;
  };

  const replaceIn = async (tx: Executor, asked: Asked): Promise<Outcome> => {
    const { by, user } = asked;
    const { actor, origin } = by;
    const { newSerialNumber, claimCode } = asked.wanted;
    const old = await seeOld(tx, asked);
    const wanted = { serial: newSerialNumber, nickname: old.nickname, claimCode };
    const [registered] = await registrar.register(tx, { ...by, isAudited: false }, [wanted]);
    // Only the count of wrong codes has changed, and that count is kept.
    if ('refusal' in registered!) return { refusal: ofNewSerial(registered.refusal) };
    const to = (await findDevice(tx, newSerialNumber))!;
    await moveAssignment(tx, { from: old, to, by: actor.accountId, at: clock.now() });
    await setAside(tx, old.id, { by: to.serial, name: oldNameOf(old), at: clock.now() });
    const revoked = await enrolment().certificates.revoke(old.serial, 'replaced by another device', undefined, tx);
    await tombstones.record(tx, 'certificate', revoked);
    const setup = await dependencies.hooks.runReplaceHooks(tx, { from: old, to, by: actor.accountId });
    const details = { replacedBy: to.serial, hadUser: old.assignedTo !== null };
    await recordAudit(tx, deviceEntryOf(actor, origin, 'device.replace', old.serial, details));
    for (const row of [old, to]) await publishToLists(relations, tx, (await findDevice(tx, row.serial))!, []);
    await mailUserOfReplacement(tx, { by, user, old, to });
    await notifyRegistration(tx, [old.serial]);
    return { deviceId: to.id, setup };
  };

  return {
    /** IDEV-10: registers another tracker as the replacement of this device. */
    async replace(
      actor: Actor,
      origin: CallOrigin,
      serial: string,
      wanted: Replacement,
    ): Promise<{ setup: 'none' | 'queued' }> {
      if (actor.role === 'staff') throw new Refusal('forbidden', texts.mayNotReplace);
      const user = await userOf(serial);
      const outcome = await asRegistrant(dependencies, actor, origin, (by) =>
        database.transaction((tx) => replaceIn(tx, { by, serial, wanted, user })),
      );
      if ('refusal' in outcome) throw outcome.refusal;
      const { newSerialNumber } = wanted;
      // Before the response, so that messages of the new device are stored and messages of the old device are not.
      for (const changed of [serial, newSerialNumber]) await enrolment().rebind(changed);
      bus.announce(deviceRemoved, { serial });
      bus.announce(deviceRegistered, { serial: newSerialNumber, deviceId: outcome.deviceId });
      return { setup: outcome.setup };
    },
  };
}

/**
 * Assigns the new device to the old device's user. The user also keeps the old device with the recorded data until
 * giving that device back. After a waiting assignment, no person sees the old device's positions.
 */
async function moveAssignment(
  tx: Executor,
  { from: old, to, by, at }: { from: DeviceRow; to: DeviceRow; by: string; at: Date },
): Promise<void> {
  if (old.assignedTo === null && old.waitsFor === null) return;
  if (stateOf(to) === 'taken' && to.takenFrom !== old.assignedTo)
    throw new Refusal('conflict', texts.notGivenBack, { field: NEW_SERIAL });
  if (old.waitsFor !== null) {
    await recordUnassignment(tx, old, { by, at });
    await deleteWaiting(tx, old.id);
  }
  const whose = { accountId: old.assignedTo, email: old.waitsFor };
  await insertAssignment(tx, { deviceId: to.id, ...whose, assignedBy: by, at, isUnseen: old.isUnseen });
}

const NEW_SERIAL = 'body.newSerialNumber';

/** Renames the field, because a refusal of registering names a field of the registration body. */
function ofNewSerial(refusal: Refusal): Refusal {
  const field = refusal.field === 'body.serialNumber' ? NEW_SERIAL : refusal.field;
  const { code, message, retryAfterSec } = refusal;
  return new Refusal(code, message, {
    ...(field === undefined ? {} : { field }),
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
  });
}

/** Returns the displayed name of the old device. The nickname moves to the new device. */
function oldNameOf({ serial, nickname }: DeviceRow): string {
  const room = NICKNAME_MAX_LENGTH - texts.oldName('').length;
  return texts.oldName(Array.from(deviceName(serial, nickname)).slice(0, room).join(''));
}
