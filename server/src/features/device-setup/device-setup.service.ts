import { STEP_UP_MS } from '@trace/contract/auth/auth.rules';
import type { SetupConfig } from '@trace/contract/device-setup/device-setup.api';
import { setupRules } from '@trace/contract/device-setup/device-setup.rules';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import type { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import type { DataOf } from '@trace/contract/kernel/stream';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { hubIdSchema } from '@trace/contract/hubs/hubs.schema';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import type { DevicesPort, KnownDevice, RegisterHook, ReplaceHook } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import {
  createSetupChanges,
  isSimChange,
  type ChangeDependencies,
  type Changed,
  type SetupChange,
} from './device-setup.changes.service.ts';
import { createMove } from './device-setup.move.service.ts';
import { mayReconfigure } from './device-setup.policy.ts';
import type { DeviceSetupPort } from './device-setup.port.ts';
import { presentSetup } from './device-setup.present.service.ts';
import type { Programming, ProgrammingDependencies } from './device-setup.programming.service.ts';
import { deleteOldPrevious, findPrevious, findSetup, holdSetup, type SetupRow } from './device-setup.store.ts';
import type { SetupPublisher, NotificationDependencies } from './device-setup.publish.service.ts';

const SWEEP_LIMIT = 500;

export interface DeviceSetupService extends DeviceSetupPort {
  /**
   * Saves the setup of a new device and starts programming, in the transaction that registers the device. Refuses
   * `gone` when the verification session is over and `conflict` when the hub is not in the session's list.
   */
  prepare: RegisterHook;
  /**
   * IDEV-10: moves hub and SIM settings to the replacement device and programs that device. The old device keeps none.
   * Both devices must be locked by the replacing transaction.
   */
  move: ReplaceHook;
  state(actor: Actor, serial: string): Promise<DeviceSetup>;
  reconfigure(actor: Actor, origin: CallOrigin, serial: string, change: SetupChange): Promise<DeviceSetup>;
  unlinkHub(actor: Actor, origin: CallOrigin, serial: string): Promise<DeviceSetup>;
  restore(actor: Actor, origin: CallOrigin, serial: string): Promise<DeviceSetup>;
  retry(actor: Actor, origin: CallOrigin, serial: string): Promise<DeviceSetup>;
  cancel(actor: Actor, origin: CallOrigin, serial: string): Promise<DeviceSetup>;
  /** Returns the device of a setup row, or null for a device that was never set up. */
  deviceOf(tx: Executor, deviceId: number): Promise<{ deviceId: number; serial: string } | null>;
  /** Returns the event data for a person, or null when the person has no access to the device any more. */
  presentChanged(changed: { serial: string }, actor: Actor): Promise<DataOf<typeof setupChangedEvent> | null>;
  /** Forgets settings before that have been kept long enough. */
  sweep(): Promise<void>;
}

export interface SetupDependencies extends ChangeDependencies, NotificationDependencies {
  database: Database;
  commands: ProgrammingDependencies['commands'];
  devices: Pick<DevicesPort, 'findFor' | 'holdFor' | 'hold' | 'partiesOf' | 'relationsOf' | 'assignedTo'>;
  hubs: HubsPort;
}

/** A kind of change: the effect on the row, and the audit action. Returns the replaced command. */
interface Step {
  action: string;
  run(tx: Executor, row: SetupRow, device: KnownDevice): Promise<{ changed: Changed | null; replaced: string | null }>;
}

export function createDeviceSetupService(
  dependencies: SetupDependencies,
  { programming, publisher }: { programming: Programming; publisher: SetupPublisher },
): DeviceSetupService {
  const { database, clock, devices, hubs, commands, people } = dependencies;
  const changes = createSetupChanges(dependencies);

  const requireMay = (actor: Actor, device: KnownDevice | null): KnownDevice => {
    const verdict = mayReconfigure(actor.role, device?.relation ?? null);
    if (verdict === 'not_found' || (verdict === 'allowed' && device === null))
      throw new Refusal('not_found', devicesTexts.notFound);
    if (verdict === 'forbidden') throw new Refusal('forbidden', texts.notAllowed);
    return device!;
  };

  const oldestKept = (device: KnownDevice): Date =>
    new Date(Math.max(device.since.getTime(), clock.now().getTime() - setupRules.keepPreviousMs));

  const stateOf = async (device: KnownDevice): Promise<DeviceSetup> => {
    const [row, link, previous] = await Promise.all([
      findSetup(database.sql, device.id),
      hubs.linkOf(database.sql, device.id),
      findPrevious(database.sql, device.id, oldestKept(device)),
    ]);
    const by =
      previous?.savedBy == null ? undefined : (await people.accountsOf([previous.savedBy])).get(previous.savedBy);
    const changedBy = by === undefined ? null : `${by.firstName} ${by.lastName}`;
    return presentSetup(device.serial, row, link, previous === null ? null : { row: previous, changedBy });
  };

  /** Runs a step on a device in a single transaction: lock, check permission, run, audit, notify. */
  const doStep = async (actor: Actor, origin: CallOrigin, serial: string, step: Step): Promise<DeviceSetup> => {
    const { device, replaced } = await database.transaction(async (tx) => {
      const held = requireMay(
        actor,
        actor.role === 'staff' ? null : await devices.holdFor(tx, actor.accountId, serial),
      );
      await devices.hold(tx, [held.id]);
      const row = await holdSetup(tx, held, clock.now());
      const { changed, replaced: old } = await step.run(tx, row, held);
      const told = { deviceId: held.id, serial };
      await recordAudit(tx, {
        actorId: actor.accountId,
        action: step.action,
        subject: { type: 'device', id: serial },
        details: changed?.details ?? {},
        requestId: origin.requestId,
        address: origin.address,
      });
      if (changed !== null) await publisher.changed(tx, told, { by: actor.accountId, what: changed.what });
      await publisher.onPages(tx, told);
      return { device: held, replaced: old };
    });
    if (replaced !== null) await commands.cancel(replaced);
    return stateOf(device);
  };

  const reconfigure: DeviceSetupService['reconfigure'] = (actor, origin, serial, change) =>
    doStep(actor, origin, serial, {
      action: 'device.reconfigure',
      async run(tx, row) {
        if (change.hub === undefined && !isSimChange(change.sim))
          throw new Refusal('invalid_input', texts.required, { field: 'body.hub' });
        const changed = await changes.apply(tx, row, actor, change);
        return { changed, replaced: await programming.begin(tx, changed.row) };
      },
    });

  return {
    move: createMove({ ...dependencies, programming }),

    async state(actor, serial) {
      const device = await devices.findFor(actor.accountId, serial);
      if (device === null) throw new Refusal('not_found', devicesTexts.notFound);
      return stateOf(device);
    },

    reconfigure,

    unlinkHub: (actor, origin, serial) =>
      doStep(actor, origin, serial, {
        action: 'device.unlinkHub',
        async run(tx, row, device) {
          if ((await hubs.linkOf(tx, device.id)) === null) throw new Refusal('conflict', texts.noHub);
          const changed = await changes.apply(tx, row, actor, { hub: null });
          return { changed, replaced: await programming.begin(tx, changed.row) };
        },
      }),

    restore: (actor, origin, serial) =>
      doStep(actor, origin, serial, {
        action: 'device.restoreSetup',
        async run(tx, row, device) {
          const changed = await changes.restore(tx, row, actor, oldestKept(device));
          return { changed, replaced: await programming.begin(tx, changed.row) };
        },
      }),

    retry: (actor, origin, serial) =>
      doStep(actor, origin, serial, {
        action: 'device.retrySetup',
        async run(tx, row) {
          if (!row.hasHubSetting && !row.hasSimSetting) throw new Refusal('conflict', texts.nothingToProgram);
          return { changed: null, replaced: await programming.begin(tx, row) };
        },
      }),

    cancel: (actor, origin, serial) =>
      doStep(actor, origin, serial, {
        action: 'device.cancelSetup',
        async run(tx, row) {
          if (!['queued', 'sent', 'failed'].includes(row.state)) throw new Refusal('conflict', texts.nothingToCancel);
          return { changed: null, replaced: await programming.stop(tx, row) };
        },
      }),

    async prepare(tx, { deviceId, serial, accountId, sessionId, hub, sim }) {
      if (hub === null && !isSimChange(sim ?? undefined)) return 'none';
      const row = await holdSetup(tx, { id: deviceId, serial }, clock.now());
      const change = { ...(hub === null ? {} : { hub }), ...(sim === null ? {} : { sim }) };
      const { row: changed } = await changes.apply(tx, row, { accountId, sessionId }, change);
      await programming.begin(tx, changed);
      return 'queued';
    },

    async configure(actor, origin, serial, config) {
      if (clock.now().getTime() - actor.provedAt.getTime() > STEP_UP_MS)
        throw new Refusal('proof_required', "Please confirm that it's you.");
      requireMay(actor, actor.role === 'staff' ? null : await devices.findFor(actor.accountId, serial));
      const { hubId, simAPN, simUsername, simPassword } = config;
      const hub = hasHub(config)
        ? { hubId: wantedHub(hubId), handle: await verified(actor, origin, config) }
        : undefined;
      const sim = { apn: simAPN, username: simUsername, password: simPassword };
      await reconfigure(actor, origin, serial, { hub, sim });
      return texts.reconfigured;
    },

    async deviceOf(tx, deviceId) {
      const row = await findSetup(tx, deviceId);
      return row === null ? null : { deviceId, serial: row.serial };
    },

    async presentChanged({ serial }, actor) {
      const device = await devices.findFor(actor.accountId, serial);
      if (device === null) return null;
      const { state, hub } = await stateOf(device);
      return { serialNumber: serial, state, isHubBroken: hub?.brokenSince != null };
    },

    async sweep() {
      const before = new Date(clock.now().getTime() - setupRules.keepPreviousMs);
      await database.transaction(async (tx) => {
        const forgotten = await deleteOldPrevious(tx, before, SWEEP_LIMIT);
        if (forgotten.length > 0) await hubs.forgetPrevious(tx, forgotten);
      });
    },
  };

  /** HUB-02: checks the credentials and that the hub is in their list, before any data is saved. */
  function verified(actor: Actor, origin: CallOrigin, config: SetupConfig): Promise<string> {
    const { ajaxUsername: username = '', ajaxPassword: password = '', ajaxTotp: totp } = config;
    return hubs.verify(actor, origin, { username, password, totp }, (name) => configFields[name]);
  }
}

/** Where the credentials stand in a configuration. */
const configFields = { username: 'body.ajaxUsername', password: 'body.ajaxPassword', totp: 'body.ajaxTotp' };

const hasHub = ({ hubId, ajaxUsername, ajaxPassword }: SetupConfig): boolean =>
  [hubId, ajaxUsername, ajaxPassword].some((value) => value !== undefined && value !== '');

function wantedHub(hubId: string | undefined): string {
  if (hubId === undefined || hubId === '') throw new Refusal('invalid_input', texts.required, { field: 'body.hubId' });
  const parsed = hubIdSchema.safeParse(hubId.toUpperCase());
  if (!parsed.success) throw new Refusal('conflict', hubsTexts.hubNotListed, { field: 'body.hubId' });
  return parsed.data;
}
