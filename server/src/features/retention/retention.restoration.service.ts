import { randomUUID } from 'node:crypto';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { Restoration } from '@trace/contract/retention/retention.api';
import { retainedSince, retentionRules } from '@trace/contract/retention/retention.rules';
import { retentionTexts as texts } from '@trace/contract/retention/retention.texts';
import type { AssignmentsPort, DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { entryOf, recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { RetentionPart } from '#platform/feature/retention-part';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { insertRestoration, listRestoredSpans } from './retention.restoration.store.ts';
import type { RetentionPort } from './retention.port.ts';

export interface RestorationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly devices: Pick<DevicesPort, 'deviceIdsOf'> & Pick<AssignmentsPort, 'lastAssignmentsOf'>;
  /** The parts of all features. */
  parts(): readonly RetentionPart[];
}

export interface RestorationRequest {
  readonly serialNumber: string;
  readonly fromDay: string;
  readonly untilDay: string;
  readonly reason: string;
}

export type RestorationService = ReturnType<typeof createRestorationService>;

/** RET-01: archived days become part of the download of the device's user. Only this user gets them. */
export function createRestorationService({ database, clock, devices, parts }: RestorationDependencies) {
  const port: RetentionPort = {
    restoredSpans: (executor, deviceId) => listRestoredSpans(executor, deviceId, clock.now()),
  };
  const hasArchived: NonNullable<RetentionPart['hasArchived']> = async (executor, time) => {
    for (const part of parts()) if (await part.hasArchived?.(executor, time)) return true;
    return false;
  };
  return {
    ...port,

    async restore(
      actor: Actor,
      origin: CallOrigin,
      { serialNumber, fromDay, untilDay, reason }: RestorationRequest,
    ): Promise<Restoration> {
      if (untilDay < fromDay) throw new Refusal('invalid_input', texts.wrongDays, { field: 'body.untilDay' });
      const now = clock.now();
      const fromAt = new Date(`${fromDay}T00:00:00Z`);
      if (fromAt >= retainedSince('positions', now))
        throw new Refusal('invalid_input', texts.notArchived, { field: 'body.fromDay' });
      const deviceId = (await devices.deviceIdsOf([serialNumber])).values().next().value;
      if (deviceId === undefined) throw new Refusal('not_found', devicesTexts.notFound);
      const time = { deviceId, fromAt, untilAt: new Date(Date.parse(`${untilDay}T00:00:00Z`) + DAY_MS) };
      const id = randomUUID();
      const expiresAt = new Date(now.getTime() + retentionRules.restoredDays * DAY_MS);
      await database.transaction(async (tx) => {
        // A refusal with `not_found` is an audit entry, so a search for days with positions leaves a trace.
        if (!(await hasArchived(tx, time))) throw new Refusal('not_found', texts.nothingArchived);
        const last = (await devices.lastAssignmentsOf(tx, [deviceId])).get(deviceId);
        await insertRestoration(tx, {
          ...{ id, ...time, reason, expiresAt },
          userId: last?.until === null ? last.accountId : null,
          restoredBy: actor.accountId,
          restoredAt: now,
        });
        const details = { serialNumber, fromDay, untilDay, restorationId: id };
        await recordAudit(
          tx,
          entryOf(actor.accountId, origin, 'retention.restore', { type: 'device', id: serialNumber }, details),
        );
      });
      return { id, fromDay, untilDay, expiresAt: expiresAt.toISOString() };
    },
  };
}
