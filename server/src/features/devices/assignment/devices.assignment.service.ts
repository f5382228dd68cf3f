import { assignmentRules } from '@trace/contract/devices/assignment/devices.assignment.rules';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import { companiesOf } from '../devices.companies.service.ts';
import { mayAssign } from '../devices.policy.ts';
import type { Relations } from './devices.relations.service.ts';
import {
  deviceEntryOf,
  refuseUnless,
  requireInUse,
  requireAccess,
  publishToLists,
  publishToUser,
} from '../devices.access.service.ts';
import { findDevice, type DeviceRow } from '../devices.store.ts';
import { stateOf } from './devices.pending-return.service.ts';
import {
  countAssignmentMail,
  deleteFormerNames,
  deleteMailCountsBefore,
  giveWaiting,
  insertAssignment,
  listWaitingFor,
  takeUnlooked,
} from './devices.assignment.store.ts';
import { lockDevices } from '../devices.lock.store.ts';

/** An announcement that got lost (a crash) is made up for after this long. */
const LOOK_AGAIN_MS = 10 * 60_000;
const LOOK_LIMIT = 200;

export type AssignmentService = ReturnType<typeof createAssignmentService>;

export interface AssignmentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'send'>;
  readonly companies: Pick<CompaniesPort, 'cardsOf' | 'cardsOfOwners'>;
  readonly relations: Relations;
  people: Pick<PeoplePort, 'lockAccountOf' | 'lockAccountsOf'>;
  /** Where people reach the portal, without a slash at the end. */
  portalUrl(): string;
  /** CERT-09: refuses new work without a certification. */
  requireCertification(actor: Actor, executor?: Executor): Promise<void>;
}

/** IDEV-05, authorization.md (g): there is no accept or decline, and the installer is not told whether an account exists. */
export function createAssignmentService(dependencies: AssignmentDependencies) {
  const { database, clock, mail, companies, relations, people, portalUrl } = dependencies;
  const before = (ms: number): Date => new Date(clock.now().getTime() - ms);

  /** T58: the mail does not mention the device, since the address may be unconfirmed. */
  const mailAssigned = async (tx: Executor, actor: Actor, origin: CallOrigin, row: DeviceRow, email: string) => {
    const after = before(assignmentRules.mailsWindowMs);
    const isCounted = await countAssignmentMail(tx, {
      email,
      at: clock.now(),
      after,
      most: assignmentRules.mailsPerAddress,
    });
    if (!isCounted) return;
    const company = (await companiesOf(companies, [row], tx))(row)?.name ?? null;
    await mail.send(tx, {
      to: email,
      reason: 'assignment',
      subject: texts.assignedMailSubject,
      text: texts.assignedMailText({ installer: fullName(actor), company, url: `${portalUrl()}/` }),
      key: `device-assigned:${origin.requestId}:${row.serial}`,
    });
  };

  /** Runs the same steps for confirmed and unconfirmed addresses. */
  const give = async (
    tx: Executor,
    actor: Actor,
    origin: CallOrigin,
    row: DeviceRow,
    { email, accountId }: { email: string; accountId: string | null },
  ): Promise<void> => {
    const to = accountId === null ? { accountId, email } : { accountId, email: null };
    const at = clock.now();
    const assignedBy = actor.accountId;
    const isUnseen = accountId !== assignedBy;
    const isDone = await insertAssignment(tx, { deviceId: row.id, ...to, assignedBy, at, isUnseen });
    if (!isDone) throw new Refusal('conflict', texts.hasUser);
    // For an address without an account too: the installer must not learn which addresses have one.
    await deleteFormerNames(tx, [{ deviceId: row.id, accountId }]);
    await mailAssigned(tx, actor, origin, row, email);
    await recordAudit(tx, deviceEntryOf(actor, origin, 'device.assign', row.serial, { accountId }));
    await publishToLists(relations, tx, row, accountId === null ? [] : [accountId]);
    if (accountId !== null) await publishToUser(tx, accountId, row.serial, 'assigned');
  };

  const accountFor = async (tx: Executor, email: string): Promise<string | null> => {
    const account = await people.lockAccountOf(tx, email);
    // Staff have no devices.
    return account === null || account.role === 'staff' ? null : account.id;
  };

  /**
   * Gives waiting assignments of an address to the confirmed account of that address. Has no effect without waiting
   * assignments.
   */
  const takeEffect = (email: string): Promise<void> =>
    database.transaction(async (tx) => {
      const accountId = await accountFor(tx, email);
      if (accountId === null) return;
      // Repeats, because a waiting assignment can move to another tracker while this transaction waits for the lock
      // (IDEV-10).
      for (let ids = await listWaitingFor(tx, email); ids.length > 0; ids = await listWaitingFor(tx, email)) {
        await lockDevices(tx, ids);
        for (const serial of await giveWaiting(tx, ids, { email, accountId, at: clock.now() })) {
          await recordAudit(tx, byServer('device.takeEffect', serial, { accountId }));
          await publishToLists(relations, tx, (await findDevice(tx, serial))!, [accountId]);
          await publishToUser(tx, accountId, serial, 'assigned');
        }
      }
    });

  return {
    takeEffect,

    /** Assigns to the confirmed account of the address at once, or else waits. The caller does not learn which. */
    async assign(actor: Actor, origin: CallOrigin, serial: string, email: string): Promise<void> {
      await database.transaction(async (tx) => {
        // Locks the account first. A concurrent account deletion finishes first, and the account then gets no device.
        const accountId = await accountFor(tx, email);
        const { row, relation } = await requireAccess(relations, tx, actor, serial);
        const state = stateOf(row);
        const verdict = mayAssign(relation, state, accountId !== null && accountId === row.takenFrom);
        refuseUnless(verdict, state === 'taken' ? texts.notGivenBack : texts.hasUser, texts.mayNotAssign);
        requireInUse(row);
        await dependencies.requireCertification(actor, tx);
        await give(tx, actor, origin, row, { email, accountId });
      });
      // The address may have been confirmed while this was decided.
      await takeEffect(email);
    },

    /** Looks for accounts of addresses that were waited for without a word; forgets how many mails went out long ago. */
    async sweep(): Promise<void> {
      const emails = await takeUnlooked(database.sql, before(LOOK_AGAIN_MS), clock.now(), LOOK_LIMIT);
      for (const email of emails) await takeEffect(email);
      await deleteMailCountsBefore(database.sql, before(assignmentRules.mailsWindowMs), SWEEP_LIMIT);
    },
  };
}

/** The server's own act, when an address is confirmed. */
function byServer(action: string, serial: string, details: Readonly<Record<string, unknown>>) {
  return {
    actorId: null,
    action,
    subject: { type: 'device', id: serial },
    details,
    requestId: null,
    address: null,
  };
}
