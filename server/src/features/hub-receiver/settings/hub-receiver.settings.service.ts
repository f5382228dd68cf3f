import { randomUUID } from 'node:crypto';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { clockTolerances, type ClockTolerance } from '@trace/contract/hub-receiver/hub-receiver.rules';
import type { HubReporting, NewHubAccount } from '@trace/contract/hub-receiver/hub-receiver.schema';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import type { AlertCausesPort } from '#features/alerts/alerts.port';
import type { DevicesPort, KnownDevice, ReplaceHook } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Secrets } from '#platform/secrets/secrets';
import { keyContext } from '../frames/hub-receiver.sender.service.ts';
import { maySetUpReporting } from '../hub-receiver.policy.ts';
import {
  deleteAccountOf,
  findAccountOf,
  isNumberTaken,
  moveAccount,
  saveAccount,
  type HubAccount,
} from '../hub-receiver.store.ts';
import { createChangeMails, type MailDependencies } from './hub-receiver.mail.service.ts';

export interface SettingsDependencies extends MailDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly devices: Pick<DevicesPort, 'findFor' | 'lockFor' | 'partiesOf' | 'relationsOf'>;
  readonly alerts: Pick<AlertCausesPort, 'end'>;
  /** Where hubs reach this portal. Null: hubs are not received. */
  address(): { host: string; port: number } | null;
}

export type HubReceiverSettings = ReturnType<typeof createSettings>;

/** Which hub reports directly for a device. */
export function createSettings(dependencies: SettingsDependencies) {
  const { database, clock, secrets, devices, alerts, address } = dependencies;
  const mailChange = createChangeMails(dependencies);

  const stateOf = async ({ id, serial }: KnownDevice): Promise<HubReporting> => {
    const account = await findAccountOf(database.sql, id);
    return { serialNumber: serial, receiver: address(), account: account && present(account) };
  };

  const changeInTransaction = async (
    actor: Actor,
    origin: CallOrigin,
    serial: string,
    change: (tx: Executor, device: KnownDevice) => Promise<{ what: string; details: Record<string, unknown> } | null>,
  ): Promise<HubReporting> => {
    const device = await database.transaction(async (tx) => {
      const held = requireMay(actor, await devices.lockFor(tx, actor.accountId, serial));
      const changed = await change(tx, held);
      if (changed === null) return held;
      await recordAudit(tx, {
        actorId: actor.accountId,
        action: changed.what === texts.what.removed ? 'device.removeHubReporting' : 'device.saveHubReporting',
        subject: { type: 'device', id: serial },
        details: changed.details,
        requestId: origin.requestId,
        address: origin.address,
      });
      await mailChange(tx, held, { by: actor.accountId, what: changed.what });
      return held;
    });
    return stateOf(device);
  };

  const save = async (tx: Executor, device: KnownDevice, by: string, given: NewHubAccount) => {
    const before = await findAccountOf(tx, device.id);
    const { number, maker, supervisionSec, clockTolerance, key } = given;
    if (before === null && key === undefined)
      throw new Refusal('invalid_input', texts.keyMissing, { field: 'body.key' });
    const id = before?.id ?? randomUUID();
    const sealedKey = key == null ? null : secrets.seal(key, keyContext(id));
    const isSameHub = before?.number === number && key === undefined;
    await saveAccount(tx, {
      ...{ id, deviceId: device.id, number, maker, supervisionSec, ...clockTolerances[clockTolerance] },
      sealedKey: key === undefined ? (before?.sealedKey ?? null) : sealedKey,
      ...{ by, at: clock.now(), isSameHub },
    });
    await alerts.end(tx, device.id, 'hub_silent');
    return {
      what: before === null ? texts.what.added : texts.what.changed,
      details: { number, maker, isEncrypted: key === undefined ? before?.sealedKey != null : key !== null },
    };
  };

  return {
    async state(actor: Actor, serial: string): Promise<HubReporting> {
      return stateOf(requireMay(actor, await devices.findFor(actor.accountId, serial)));
    },

    async save(actor: Actor, origin: CallOrigin, serial: string, given: NewHubAccount): Promise<HubReporting> {
      try {
        return await changeInTransaction(actor, origin, serial, (tx, device) =>
          save(tx, device, actor.accountId, given),
        );
      } catch (error) {
        if (!isNumberTaken(error)) throw error;
        throw new Refusal('conflict', texts.numberTaken, { field: 'body.number' });
      }
    },

    remove: (actor: Actor, origin: CallOrigin, serial: string): Promise<HubReporting> =>
      changeInTransaction(actor, origin, serial, async (tx, device) => {
        if (!(await deleteAccountOf(tx, device.id))) return null;
        await alerts.end(tx, device.id, 'hub_silent');
        return { what: texts.what.removed, details: {} };
      }),

    /** IDEV-10: the hub reports for the replacement device. */
    move: (async (tx, { from, to }) => {
      await alerts.end(tx, from.id, 'hub_silent');
      await moveAccount(tx, from.id, to.id);
    }) satisfies ReplaceHook,
  };
}

function requireMay(actor: Actor, device: KnownDevice | null): KnownDevice {
  const verdict = maySetUpReporting(actor.role, device?.relation ?? null);
  if (verdict === 'forbidden') throw new Refusal('forbidden', texts.notAllowed);
  if (verdict === 'not_found' || device === null) throw new Refusal('not_found', devicesTexts.notFound);
  return device;
}

function present(account: HubAccount): NonNullable<HubReporting['account']> {
  const { number, maker, sealedKey, supervisionSec, behindSec, lastReportAt, silentSince, problem, problemAt } =
    account;
  return {
    ...{ number, maker, supervisionSec },
    isEncrypted: sealedKey !== null,
    clockTolerance: toleranceOf(behindSec),
    lastReportAt: lastReportAt?.toISOString() ?? null,
    silentSince: silentSince?.toISOString() ?? null,
    problem: problem === null || problemAt === null ? null : { kind: problem, at: problemAt.toISOString() },
  };
}

const toleranceOf = (behindSec: number): ClockTolerance =>
  behindSec > clockTolerances.usual.behindSec ? 'wide' : 'usual';
