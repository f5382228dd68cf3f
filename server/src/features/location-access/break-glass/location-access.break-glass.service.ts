import type { BreakGlassAccess } from '@trace/contract/location-access/break-glass/location-access.break-glass.schema';
import { breakGlassRules } from '@trace/contract/location-access/break-glass/location-access.break-glass.rules';
import { breakGlassTexts as texts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import type { DevicesPort } from '#features/devices/devices.port';
import type { PeoplePort } from '#features/people/people.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { BreakGlassSight, SupportAccessHandler, TicketReader } from '../location-access.port.ts';
import { announceChange } from '../location-access.events.ts';
import { findDatabaseTime } from '../location-access.store.ts';
import { mayBreakGlass, subjectOf, type Subject } from './location-access.break-glass.policy.ts';
import {
  endBreakGlass,
  endBreakGlassOfStaff,
  endBreakGlassOfTicket,
  findRunningBreakGlass,
  insertBreakGlass,
  type BreakGlassRow,
} from './location-access.break-glass.store.ts';

export type BreakGlass = ReturnType<typeof createBreakGlass>;

export interface BreakGlassDependencies {
  readonly database: Database;
  readonly devices: DevicesPort;
  readonly people: Pick<PeoplePort, 'accountsOf'>;
  readonly staff: Pick<SupportStaffPort, 'lockActive'>;
  readonly mail: Mail;
  readonly ticketOf: TicketReader;
  readonly onSupportAccess: SupportAccessHandler;
  portalUrl(): string;
}

/** SUPL-07: staff see the last known position of a device for a ticket, for at most 30 minutes. */
export function createBreakGlass(dependencies: BreakGlassDependencies) {
  const { database, devices, people, staff, ticketOf, onSupportAccess } = dependencies;

  const findSubject = async (deviceId: number, serial: string): Promise<Subject | null> => {
    const parties = (await devices.partiesOf([deviceId])).get(deviceId) ?? [];
    return subjectOf(serial, await devices.relationsOf([deviceId], parties));
  };

  /** Keeps the user of the device until the commit. The assignment may have ended meanwhile. */
  const requireSame = async (tx: Executor, { userId, serial, since }: Subject): Promise<void> => {
    if (userId === null) return;
    const device = await devices.lockFor(tx, userId, serial);
    if (device?.relation !== 'assigned_user' || device.since.getTime() !== since.getTime())
      throw new Refusal('conflict', texts.noDevice);
  };

  const asOf = async (executor: Executor): Promise<string> => (await findDatabaseTime(executor)).toISOString();

  return {
    /** Opens the access and tells the device's user, in one transaction. */
    async open(
      actor: Actor,
      origin: CallOrigin,
      serial: string,
      { ticketId, reason }: { ticketId: string; reason: string },
    ): Promise<{ access: BreakGlassAccess; asOf: string }> {
      const deviceId = (await devices.deviceIdsOf([serial])).get(serial);
      const subject = deviceId === undefined ? null : await findSubject(deviceId, serial);
      if (deviceId === undefined || subject === null) throw new Refusal('not_found', texts.noDevice);
      const { userId, since, name: deviceName } = subject;
      const user = userId === null ? undefined : (await people.accountsOf([userId])).get(userId);
      return database.transaction(async (tx) => {
        if (!(await staff.lockActive(tx, actor.accountId))) throw new Refusal('forbidden', texts.notActive);
        const ticket = await ticketOf(tx, ticketId);
        if (ticket === null) throw new Refusal('not_found', texts.noTicket, { field: 'body.ticketId' });
        const verdict = mayBreakGlass(ticket, subject);
        if (verdict !== 'allowed') throw new Refusal('conflict', verdict, { field: 'body.ticketId' });
        await requireSame(tx, subject);
        const row = await insertBreakGlass(tx, {
          ...{ staffId: actor.accountId, deviceId, serial, deviceName, userId, since },
          ...{ ticketId, ticketNumber: ticket.number, reason, livesMs: breakGlassRules.livesMs },
        });
        if (row === null) throw new Refusal('conflict', texts.alreadyOpen);
        if (user !== undefined) await mailUser(dependencies, tx, row, user.email);
        if (userId !== null) await onSupportAccess(tx, { deviceId, serial, userId });
        await recordAudit(
          tx,
          entryOf(actor.accountId, origin, 'locationAccess.breakGlass', deviceOf(row), {
            ...{ accessId: row.id, ticketId, userId },
          }),
        );
        return { access: present(row), asOf: await asOf(tx) };
      });
    },

    async read(actor: Actor, serial: string): Promise<{ access: BreakGlassAccess | null; asOf: string }> {
      const row = await findRunningBreakGlass(database.sql, actor.accountId, serial);
      return { access: row && present(row), asOf: await asOf(database.sql) };
    },

    async end(actor: Actor, origin: CallOrigin, serial: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await findRunningBreakGlass(tx, actor.accountId, serial);
        if (row === null || !(await endBreakGlass(tx, row.id, 'ended')))
          throw new Refusal('not_found', texts.notRunning);
        await announceEnd(tx, row);
        await recordAudit(
          tx,
          entryOf(actor.accountId, origin, 'locationAccess.endBreakGlass', deviceOf(row), { accessId: row.id }),
        );
      });
    },

    /** Ends the accesses for a ticket that is finished. Returns their ids. */
    async endForTicket(tx: Executor, ticketId: string): Promise<string[]> {
      const ended = await endBreakGlassOfTicket(tx, ticketId);
      for (const row of ended) await announceEnd(tx, row);
      return ended.map(({ id }) => id);
    },

    /** Ends the accesses of a staff member who is deactivated. */
    async endOfStaff(tx: Executor, staffId: string): Promise<void> {
      for (const row of await endBreakGlassOfStaff(tx, staffId)) await announceEnd(tx, row);
    },

    /** Returns the positions that a staff member may see now. Ends an access whose device has changed hands. */
    async sightOf(staffId: string, serial: string): Promise<BreakGlassSight | null> {
      const row = await findRunningBreakGlass(database.sql, staffId, serial);
      if (row === null) return null;
      const subject = await findSubject(row.deviceId, serial);
      if (subject?.userId === row.userId && subject.since.getTime() === row.since.getTime())
        return { breakGlassId: row.id, deviceId: row.deviceId, from: row.since };
      await endBreakGlass(database.sql, row.id, 'ground_lost');
      return null;
    },
  };
}

async function mailUser(
  { mail, portalUrl }: Pick<BreakGlassDependencies, 'mail' | 'portalUrl'>,
  tx: Executor,
  row: BreakGlassRow,
  to: string,
): Promise<void> {
  await mail.send(tx, {
    to,
    reason: 'device',
    subject: texts.mailSubject(row.deviceName),
    text: texts.mailText({ device: row.deviceName, ticket: row.ticketNumber, url: `${portalUrl()}/user` }),
    key: `break-glass:${row.id}`,
  });
}

/** The user's access log shows the end. */
async function announceEnd(tx: Executor, { id, serial, userId, staffId }: BreakGlassRow): Promise<void> {
  if (userId !== null) await announceChange(tx, { id, serial, userId, requesterId: staffId }, 'ended');
}

const deviceOf = ({ serial }: BreakGlassRow) => ({ type: 'device', id: serial });

const present = (row: BreakGlassRow): BreakGlassAccess => ({
  id: row.id,
  serialNumber: row.serial,
  ticketNumber: row.ticketNumber,
  reason: row.reason,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  hasUser: row.userId !== null,
});
