import { setupRules } from '@trace/contract/device-setup/device-setup.rules';
import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import type { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import type { DataOf } from '@trace/contract/kernel/stream';
import type { DevicesPort, RegisterHook, ReplaceHook, UnassignHook } from '#features/devices/devices.port';
import type { HubsPort } from '#features/hubs/hubs.port';
import type { Actor } from '#platform/actor/actor';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import {
  createSetupChanges,
  isSimChange,
  type ChangeDependencies,
  type SetupChange,
} from './device-setup.changes.service.ts';
import { createConfigure } from './device-setup.configure.service.ts';
import { createMove } from './device-setup.move.service.ts';
import type { DeviceSetupPort } from './device-setup.port.ts';
import type { Programming, ProgrammingDependencies } from './device-setup.programming.service.ts';
import { releaseHubs } from './device-setup.release.service.ts';
import { createSetupStates } from './device-setup.state.service.ts';
import { createRunStep } from './device-setup.step.service.ts';
import { deleteOldPrevious, findSetup, lockSetup } from './device-setup.store.ts';
import type { SetupPublisher, NotificationDependencies } from './device-setup.publish.service.ts';

/** Number of previous settings that a sweep deletes in a transaction. */
const SETUPS_PER_SWEEP = 500;

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
  /** Unlinks the hub of a device whose assignment ends. */
  release: UnassignHook;
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
  /** Deletes previous settings whose retention has ended. */
  sweep(): Promise<void>;
}

export interface SetupDependencies extends ChangeDependencies, NotificationDependencies {
  database: Database;
  commands: ProgrammingDependencies['commands'];
  devices: Pick<DevicesPort, 'findFor' | 'getFor' | 'lockFor' | 'lock' | 'partiesOf' | 'relationsOf' | 'assignedTo'>;
  hubs: HubsPort;
}

export function createDeviceSetupService(
  dependencies: SetupDependencies,
  { programming, publisher }: { programming: Programming; publisher: SetupPublisher },
): DeviceSetupService {
  const { database, clock, hubs } = dependencies;
  const changes = createSetupChanges(dependencies);
  const states = createSetupStates(dependencies);
  const runStep = createRunStep({ ...dependencies, publisher, states });

  const reconfigure: DeviceSetupService['reconfigure'] = (actor, origin, serial, change) =>
    runStep(actor, origin, serial, {
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
    state: states.state,
    presentChanged: states.presentChanged,
    configure: createConfigure({ ...dependencies, reconfigure }),
    reconfigure,

    unlinkHub: (actor, origin, serial) =>
      runStep(actor, origin, serial, {
        action: 'device.unlinkHub',
        async run(tx, row, device) {
          if ((await hubs.linkOf(tx, device.id)) === null) throw new Refusal('conflict', texts.noHub);
          const changed = await changes.apply(tx, row, actor, { hub: null });
          return { changed, replaced: await programming.begin(tx, changed.row) };
        },
      }),

    restore: (actor, origin, serial) =>
      runStep(actor, origin, serial, {
        action: 'device.restoreSetup',
        async run(tx, row, device) {
          const changed = await changes.restore(tx, row, actor, states.oldestKept(device));
          return { changed, replaced: await programming.begin(tx, changed.row) };
        },
      }),

    retry: (actor, origin, serial) =>
      runStep(actor, origin, serial, {
        action: 'device.retrySetup',
        async run(tx, row) {
          if (!row.hasHubSetting && !row.hasSimSetting) throw new Refusal('conflict', texts.nothingToProgram);
          return { changed: null, replaced: await programming.begin(tx, row) };
        },
      }),

    cancel: (actor, origin, serial) =>
      runStep(actor, origin, serial, {
        action: 'device.cancelSetup',
        async run(tx, row) {
          if (!['queued', 'sent', 'failed'].includes(row.state)) throw new Refusal('conflict', texts.nothingToCancel);
          return { changed: null, replaced: await programming.stop(tx, row) };
        },
      }),

    async prepare(tx, { deviceId, serial, accountId, sessionId, hub, sim }) {
      if (hub === null && !isSimChange(sim ?? undefined)) return 'none';
      const row = await lockSetup(tx, { id: deviceId, serial }, clock.now());
      const change = { ...(hub === null ? {} : { hub }), ...(sim === null ? {} : { sim }) };
      const { row: changed } = await changes.apply(tx, row, { accountId, sessionId }, change);
      await programming.begin(tx, changed);
      return 'queued';
    },

    async release(tx, { id, serial }) {
      await releaseHubs(tx, dependencies, [id], clock.now());
      await publisher.onPages(tx, { deviceId: id, serial });
    },

    async deviceOf(tx, deviceId) {
      const row = await findSetup(tx, deviceId);
      return row === null ? null : { deviceId, serial: row.serial };
    },

    async sweep() {
      const before = new Date(clock.now().getTime() - setupRules.keepPreviousMs);
      await database.transaction(async (tx) => {
        const forgotten = await deleteOldPrevious(tx, before, SETUPS_PER_SWEEP);
        if (forgotten.length > 0) await hubs.forgetPrevious(tx, forgotten);
      });
    },
  };
}
