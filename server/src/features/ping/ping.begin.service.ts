import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { isPhone } from '@trace/contract/kernel/serial';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { pingRules } from '@trace/contract/ping/ping.rules';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';
import type { KnownDevice } from '#features/devices/devices.port';
import type { Sight } from '#features/location-access/location-access.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { PingAccess } from './ping.access.service.ts';
import type { PhonePlaces } from './ping.phones.service.ts';
import type { PingWhen } from './ping.port.ts';
import type { Quotas } from './ping.quota.service.ts';
import type { EndedPing } from './ping.settle.rules.ts';
import { insertPing, type PingRow } from './ping.store.ts';

export interface BeginDependencies {
  database: Database;
  clock: Clock;
  deviceStatus: DeviceStatusPort;
  commands: DeviceCommandsPort;
  pingAccess: PingAccess;
  quotas: Quotas;
  phonePlaces: PhonePlaces;
  settle(executor: Executor, ended: EndedPing): Promise<void>;
}

/** Stores a new ping with its command. */
export function createBegin({
  database,
  clock,
  deviceStatus,
  commands,
  pingAccess,
  quotas,
  phonePlaces,
  settle,
}: BeginDependencies) {
  /** Answers null when this id, or another ping of this person for this device, is under way already. */
  return async (
    actor: Actor,
    origin: CallOrigin,
    device: KnownDevice,
    sight: Sight,
    { id, when }: { id: string; when: PingWhen },
  ): Promise<PingRow | null> => {
    const { view, wakesAt } = await deviceStatus.statusOf(device);
    const now = clock.now();
    const waits = wakesAt !== null || (when === 'wake' && isAway(view));
    const endsAt = endOf(now, { waits, wakesAt }, sight);
    const phoneAnswer = isPhone(device.serial) ? await phonePlaces.answerOf(device.id, sight.from) : null;
    return database.transaction(async (tx) => {
      const { verdict, grantId } = await pingAccess.permit(tx, actor, device.serial);
      const ping: PingRow = {
        id,
        accountId: actor.accountId,
        deviceId: device.id,
        serial: device.serial,
        deviceName: device.name,
        outcome: 'waiting',
        createdAt: now,
        endsAt,
        expectedAt: waits ? (wakesAt ?? endsAt) : null,
        message: null,
        quotaDayNo: null,
        grantId,
      };
      // The row comes before the day, so a repeated request ends here and takes no ping from the day.
      if (!(await insertPing(tx, ping))) return null;
      await quotas.reserve(tx, actor, ping, verdict);
      if (phoneAnswer !== null) await settle(tx, { requestId: id, finishedAt: now, ...phoneAnswer });
      else
        await commands.issue(tx, {
          requestId: id,
          device,
          command: 'getLocation',
          parameters: verdict === 'paced' ? { ...pingRules.installerCommand } : userCommand(now, sight),
          purpose: 'ping',
          sentBy: actor.accountId,
          expiresAt: endsAt,
          waits,
        });
      await recordAudit(tx, {
        actorId: actor.accountId,
        action: 'ping.create',
        subject: { type: 'device', id: device.serial },
        details: { id },
        ...origin,
      });
      return ping;
    });
  };
}

/** Asks for no fix from before the person's time with the device, because such a fix is not shown (law 6). */
function userCommand(now: Date, { from }: Sight) {
  const ageSec = Math.floor((now.getTime() - from.getTime()) / SECOND_MS);
  return { ...pingRules.command, maxAge: Math.max(0, Math.min(pingRules.command.maxAge, ageSec)) };
}

/** Returns the end of a ping, which is no later than the end of the grant. */
function endOf(now: Date, { waits, wakesAt }: { waits: boolean; wakesAt: Date | null }, { until }: Sight): Date {
  const waitsUntil = waits ? latestWait(now, wakesAt) : new Date(now.getTime() + pingRules.waitMs);
  return until !== null && until < waitsUntil ? until : waitsUntil;
}

function latestWait(now: Date, wakesAt: Date | null): Date {
  const latest = now.getTime() + pingRules.longestWaitMs;
  if (wakesAt === null) return new Date(latest);
  const wanted = Math.max(wakesAt.getTime(), now.getTime()) + pingRules.wakeGraceMs;
  return new Date(Math.min(wanted, latest));
}

const isAway = ({ status }: Pick<DeviceStatusView, 'status'>): boolean => status === 'offline' || status === 'awaiting';
