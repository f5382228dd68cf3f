import { devicesTexts } from '@trace/contract/devices/devices.texts';
import {
  REQUEST_LIVES_MS,
  requestMailLimit,
  type AccessMinutes,
} from '@trace/contract/location-access/location-access.rules';
import type { AccessRequest } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { announceChange } from './location-access.events.ts';
import type { GrantBasis } from './location-access.grant-basis.service.ts';
import type { AnswerHandler, RequestHandler } from './location-access.port.ts';
import { createAccessMails, type AccessMailsDependencies, type Answer } from './location-access.mails.service.ts';
import { showPeople, type ShownPeopleDependencies } from './location-access.people.service.ts';
import { mayAnswer, mayRequest } from './location-access.policy.ts';
import { presentRequest } from './location-access.present.rules.ts';
import {
  countRequestsSince,
  findRequest,
  lockRunning,
  insertRequest,
  isLapsed,
  updateAnswered,
  updateWithdrawn,
  type AccessRow,
} from './location-access.store.ts';

export type RequestsService = ReturnType<typeof createRequestsService>;

export interface RequestsDependencies extends ShownPeopleDependencies, AccessMailsDependencies {
  database: Database;
  devices: DevicesPort;
  grantBasis: GrantBasis;
  onRequest: RequestHandler;
  onAnswer: AnswerHandler;
}

export function createRequestsService(dependencies: RequestsDependencies) {
  const { database, devices, grantBasis, onRequest, onAnswer } = dependencies;
  const mails = createAccessMails(dependencies);

  return {
    /** Sends a request to the device's user. A person can have a single waiting request per device. */
    async request(actor: Actor, origin: CallOrigin, serial: string, minutes: AccessMinutes): Promise<AccessRequest> {
      requireRequestable(await devices.findFor(actor.accountId, serial));
      const userId = await userOf(devices, serial);
      if (userId === null) throw new Refusal('conflict', texts.notAssigned);
      const personOf = await showPeople(dependencies, [userId, actor.accountId]);
      const row = await database.transaction(async (tx) => {
        const device = requireRequestable(await devices.lockFor(tx, actor.accountId, serial));
        const user = await devices.lockFor(tx, userId, serial);
        // A user who has not looked is like an address without an account.
        if (user?.relation !== 'assigned_user' || user.isUnseen) throw new Refusal('conflict', texts.notAssigned);
        const inserted = await insertRequest(tx, {
          deviceId: device.id,
          serial,
          deviceName: device.name,
          requesterId: actor.accountId,
          userId,
          userSince: user.since,
          minutes,
          livesMs: REQUEST_LIVES_MS,
        });
        // Checked after the insert: a concurrent approval may have made room for this row, and that grant runs now.
        const isGranted = (await lockRunning(tx, actor.accountId, device.id)) !== null;
        if (isGranted) throw new Refusal('conflict', texts.alreadyGranted);
        if (inserted === null) throw new Refusal('conflict', texts.alreadyPending);
        const asked = await countRequestsSince(tx, inserted, requestMailLimit.windowMs);
        if (asked <= requestMailLimit.mails) {
          await mails.askUser(tx, inserted, personOf);
          await onRequest(tx, inserted.id);
        }
        await announceChange(tx, inserted, 'requested');
        await record(tx, actor, origin, 'locationAccess.request', inserted, { minutes });
        return inserted;
      });
      return presentRequest(row, null);
    },

    async withdraw(actor: Actor, origin: CallOrigin, id: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await findRequest(tx, id);
        if (row === null || row.requesterId !== actor.accountId) throw new Refusal('not_found', texts.notFound);
        const withdrawn = await updateWithdrawn(tx, id, 'withdrawn');
        if (withdrawn === null) throw await tooLate(tx, id);
        await announceChange(tx, withdrawn, 'withdrawn');
        await record(tx, actor, origin, 'locationAccess.withdraw', withdrawn, {});
      });
    },

    /** Answers a request once. An approval runs its minutes from now, by the database's clock. */
    async answer(
      actor: Actor,
      origin: CallOrigin,
      id: string,
      answer: Answer,
    ): Promise<{ status: Answer; endsAt: string | null }> {
      const asked = await findRequest(database.sql, id);
      const personOf = await showPeople(dependencies, asked === null ? [] : [asked.requesterId]);
      return database.transaction(async (tx) => {
        const row = await findRequest(tx, id);
        const ownDevice = row === null ? null : await devices.lockFor(tx, actor.accountId, row.serial);
        const verdict = mayAnswer(actor, row, ownDevice);
        if (verdict !== 'allowed' || row === null) throw refusedAnswer(verdict);
        // The requester no longer services the device, so an answer has no recipient.
        if (row.status === 'pending' && !(await grantBasis.isStillValid(tx, row)))
          throw new Refusal('gone', texts.lapsed);
        const answered = await updateAnswered(tx, id, answer);
        if (answered === null) throw await tooLate(tx, id);
        await mails.answerRequester(tx, answered, answer, personOf);
        const { deviceId, serial, requesterId } = answered;
        await onAnswer(tx, { deviceId, serial, requesterId, answer });
        await announceChange(tx, answered, answer);
        await record(tx, actor, origin, 'locationAccess.answer', answered, { answer, minutes: answered.minutes });
        return { status: answer, endsAt: answered.endsAt?.toISOString() ?? null };
      });
    },
  };
}

function requireRequestable(device: KnownDevice | null): KnownDevice {
  const verdict = mayRequest(device);
  if (verdict === 'not_found' || device === null) throw new Refusal('not_found', devicesTexts.notFound);
  if (verdict === 'forbidden') throw new Refusal('forbidden', texts.ownDevice);
  if (verdict === 'not_assigned') throw new Refusal('conflict', texts.notAssigned);
  return device;
}

/**
 * Returns the account id of the device's current user. Returns null while an assignment waits, and after an assignment
 * that its user did not end.
 */
async function userOf(devices: DevicesPort, serial: string): Promise<string | null> {
  const deviceId = (await devices.deviceIdsOf([serial])).get(serial);
  if (deviceId === undefined) return null;
  const parties = (await devices.partiesOf([deviceId])).get(deviceId) ?? [];
  const relations = await devices.relationsOf([deviceId], parties);
  return relations.find(({ relation }) => relation === 'assigned_user')?.accountId ?? null;
}

const refusedAnswer = (verdict: 'allowed' | 'not_found' | 'forbidden'): Refusal =>
  verdict === 'forbidden' ? new Refusal('forbidden', texts.staffMayNot) : new Refusal('not_found', texts.notFound);

/** Why a request could not be answered or withdrawn any more. */
async function tooLate(tx: Executor, id: string): Promise<Refusal> {
  return (await isLapsed(tx, id)) ? new Refusal('gone', texts.lapsed) : new Refusal('conflict', texts.alreadyAnswered);
}

function record(
  tx: Executor,
  actor: Actor,
  origin: CallOrigin,
  action: string,
  row: AccessRow,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(tx, {
    actorId: actor.accountId,
    action,
    subject: { type: 'device', id: row.serial },
    details: { requestId: row.id, ...details },
    ...origin,
  });
}
