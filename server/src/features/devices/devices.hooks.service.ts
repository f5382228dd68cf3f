import type { Bus } from '#platform/bus/bus';
import type { Executor } from '#platform/db/database';
import { deviceRelationEnded } from './devices.events.ts';
import type {
  DeviceHooksPort,
  FirstSetup,
  RegisterHook,
  RemoveHook,
  ReplacedDevice,
  ReplaceHook,
  SetupState,
  UnassignHook,
} from './devices.port.ts';

export type DeviceHooks = ReturnType<typeof createDeviceHooks>;

/** Creates the hooks of other features and the calls that run these hooks. */
export function createDeviceHooks(bus: Bus) {
  const registerHooks: RegisterHook[] = [];
  const removeHooks: RemoveHook[] = [];
  const replaceHooks: ReplaceHook[] = [];
  const unassignHooks: UnassignHook[] = [];
  const port: DeviceHooksPort = {
    onRegister: (hook) => void registerHooks.push(hook),
    onRemove: (hook) => void removeHooks.push(hook),
    onReplace: (hook, { isFirst } = { isFirst: false }) =>
      void (isFirst ? replaceHooks.unshift(hook) : replaceHooks.push(hook)),
    onUnassign: (hook, { isFirst } = { isFirst: false }) =>
      void (isFirst ? unassignHooks.unshift(hook) : unassignHooks.push(hook)),
    onRelationEnded: (run) => bus.on(deviceRelationEnded, ({ deviceId }) => run(deviceId)),
  };
  return {
    port,
    runRegisterHooks: (tx: Executor, first: FirstSetup): Promise<SetupState> =>
      runAll(registerHooks, (hook) => hook(tx, first)),
    runRemoveHooks: async (tx: Executor, deviceIds: readonly number[]): Promise<void> => {
      for (const hook of removeHooks) await hook(tx, deviceIds);
    },
    runReplaceHooks: (tx: Executor, replaced: ReplacedDevice): Promise<SetupState> =>
      runAll(replaceHooks, (hook) => hook(tx, replaced)),
    runUnassignHooks: async (tx: Executor, device: Parameters<UnassignHook>[1]): Promise<void> =>
      void (await runAll(unassignHooks, (hook) => hook(tx, device))),
  };
}

/** Runs the hooks in sequence, because all hooks share the connection of a single transaction. */
async function runAll<Hook>(
  hooks: readonly Hook[],
  run: (hook: Hook) => Promise<SetupState | void>,
): Promise<SetupState> {
  let state: SetupState = 'none';
  for (const hook of hooks) if ((await run(hook)) === 'queued') state = 'queued';
  return state;
}
