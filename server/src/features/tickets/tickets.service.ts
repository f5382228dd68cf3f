import { randomUUID } from 'node:crypto';
import { redacted } from '@trace/contract/device-protocol/redaction';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { ticketNumber } from '@trace/contract/tickets/tickets.rules';
import type { NewTicket, Ticket, TicketContext } from '@trace/contract/tickets/tickets.schema';
import { ticketsMails, ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import type { DeviceHealthPort } from '#features/device-health/device-health.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { findTicketOf, insertTicket, listTicketsOf, type TicketRow } from './tickets.store.ts';

export type TicketsService = ReturnType<typeof createTicketsService>;

export interface TicketsDependencies {
  database: Database;
  clock: Clock;
  mail: Mail;
  devices: DevicesPort;
  deviceStatus: DeviceStatusPort;
  deviceHealth: DeviceHealthPort;
  /** The address that new tickets are mailed to. Null: no mail, tickets wait in the portal. */
  supportEmail: string | null;
}

export function createTicketsService({
  database,
  clock,
  mail,
  devices,
  deviceStatus,
  deviceHealth,
  supportEmail,
}: TicketsDependencies) {
  /**
   * Returns the current state of the device, as support needs the state. Another person's device counts as not found.
   */
  const contextOf = async (actor: Actor, serial: string): Promise<TicketContext> => {
    const device = await devices.findFor(actor.accountId, serial);
    if (device === null) throw new Refusal('not_found', devicesTexts.notFound);
    const [{ view }, errors] = await Promise.all([deviceStatus.statusOf(device), deviceHealth.errorsOf([device.id])]);
    const last = view.lastError === null ? [] : [redacted(view.lastError)];
    return {
      serialNumber: device.serial,
      deviceName: device.name,
      status: view.status,
      network: view.network,
      lastSeen: view.lastSeen,
      batteryPct: view.batteryPct,
      signalPct: view.signalPct,
      configApplied: view.configApplied,
      errors: [...last, ...(errors.get(device.id) ?? [])],
    };
  };

  return {
    async create(
      actor: Actor,
      origin: CallOrigin,
      { subject, description, priority, serialNumber }: NewTicket,
    ): Promise<Ticket> {
      const device = serialNumber === null ? null : await contextOf(actor, serialNumber);
      const row = await database.transaction(async (tx) => {
        const { accountId } = actor;
        const id = randomUUID();
        const stored = await insertTicket(tx, {
          ...{ id, accountId, subject, description, priority, device },
          at: clock.now(),
        });
        const number = ticketNumber(stored.number);
        await recordAudit(tx, {
          actorId: accountId,
          action: 'tickets.create',
          subject: { type: 'ticket', id },
          details: { number, priority, serialNumber },
          ...origin,
        });
        if (supportEmail !== null)
          await mail.send(tx, {
            to: supportEmail,
            reason: 'support',
            subject: ticketsMails.created.subject(number, subject),
            text: ticketsMails.created.text({
              ...{ number, priority, description, email: actor.email },
              device: device === null ? null : `${device.deviceName} (${device.serialNumber})`,
            }),
            key: `ticket:${id}`,
          });
        return stored;
      });
      return present(row);
    },

    async list(
      actor: Actor,
      { after, limit }: { after?: string | undefined; limit: number },
    ): Promise<{ tickets: Ticket[]; next: string | null }> {
      const before = after === undefined ? null : numberOf(after);
      const rows = await listTicketsOf(database.sql, { accountId: actor.accountId, before, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        tickets: page.map(present),
        next: rows.length > limit ? ticketNumber(page.at(-1)!.number) : null,
      };
    },

    async read(actor: Actor, id: string): Promise<Ticket> {
      const row = await findTicketOf(database.sql, actor.accountId, id);
      if (row === null) throw new Refusal('not_found', texts.notFound);
      return present(row);
    },
  };
}

function numberOf(cursor: string): number {
  const counted = /^TKT-(\d{1,9})$/.exec(cursor)?.[1];
  if (counted === undefined)
    throw new Refusal('invalid_input', 'Invalid cursor. Load the list from the start.', { field: 'query.after' });
  return Number(counted);
}

const present = (row: TicketRow): Ticket => ({
  ...row,
  number: ticketNumber(row.number),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
});
