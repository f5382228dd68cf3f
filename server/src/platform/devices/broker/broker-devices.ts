// The devices that speak through the broker, as far as this process knows: whether Trace admits them, and whether they
// are there.
import type { Clock } from '#platform/clock/clock';

import type { ConnectionAdmission } from '../connection-admission.ts';
import { connackCode } from '../endpoint/control-packets.ts';

export interface BrokerDevice {
  readonly serial: string;
  /** Null: not registered, its messages are not stored. */
  readonly deviceId: number | null;
  /** Why Trace refuses the device, or null. */
  readonly refusal: string | null;
  /** The device spoke, and did not say goodbye since. */
  isOnline: boolean;
  heardMs: number;
  /** Messages that wait because the device is beyond its limits. */
  held: number;
}

export interface BrokerDevices {
  /** Calls `run` at once for a known device, else when the registry has answered, in the order of the calls. */
  withDevice(serial: string, run: (device: BrokerDevice) => void): void;
  isOnline(serial: string): boolean;
  /** Another process heard the goodbye. A device that spoke later stays. */
  markGone(serial: string, atMs: number): void;
  /** The registry is asked again at the next message. */
  forget(serial: string): void;
  /** The same for every device. Those that are there stay there. */
  askAgain(): void;
  /** After a lost broker: who is there shows with the next message. */
  markAllGone(): void;
  countOnline(): number;
  forgetOld(): void;
}

interface Asking {
  readonly waiting: ((device: BrokerDevice) => void)[];
  isOutdated: boolean;
}

/** How long an answer is believed that keeps a device out. */
const ASK_AGAIN_MS = 10_000;
const RETRY_MS = 1_000;
/** Stands for the time of an answer that is not believed any more. */
const OUTDATED = -1;
/** Devices that are silent for this long leave the memory. */
const FORGOTTEN_AFTER_MS = 3_600_000;

export function createBrokerDevices(options: { admission: ConnectionAdmission; clock: Clock }): BrokerDevices {
  const { admission, clock } = options;
  const known = new Map<string, BrokerDevice & { askedMs: number }>();
  const asking = new Map<string, Asking>();
  const nowMs = (): number => clock.now().getTime();

  const find = (serial: string): BrokerDevice | undefined => {
    const device = known.get(serial);
    if (device === undefined) return undefined;
    const isOut = device.refusal !== null || device.deviceId === null;
    const isOutdated = device.askedMs === OUTDATED || (isOut && nowMs() - device.askedMs > ASK_AGAIN_MS);
    return isOutdated ? undefined : device;
  };

  const ask = async (serial: string, question: Asking): Promise<void> => {
    const answer = await admission.admit({ serial, fingerprint: null, isProvenByBroker: true });
    if (question.isOutdated) {
      question.isOutdated = false;
      return ask(serial, question);
    }
    // Without the database no message can be stored either, so the messages wait.
    if (!answer.admitted && answer.code === connackCode.unavailable) {
      clock.after(RETRY_MS, () => void ask(serial, question));
      return;
    }
    const before = known.get(serial);
    const device = {
      serial,
      deviceId: answer.admitted ? answer.deviceId : null,
      refusal: answer.admitted ? null : answer.reason,
      isOnline: answer.admitted && (before?.isOnline ?? false) && before?.deviceId === answer.deviceId,
      heardMs: before?.heardMs ?? nowMs(),
      held: 0,
      askedMs: nowMs(),
    };
    known.set(serial, device);
    asking.delete(serial);
    for (const run of question.waiting) run(device);
  };

  return {
    withDevice: (serial, run) => {
      const question = asking.get(serial);
      if (question !== undefined) return void question.waiting.push(run);
      const device = find(serial);
      if (device !== undefined) return run(device);
      const started = { waiting: [run], isOutdated: false };
      asking.set(serial, started);
      void ask(serial, started);
    },
    isOnline: (serial) => known.get(serial)?.isOnline ?? false,
    markGone: (serial, atMs) => {
      const device = known.get(serial);
      if (device !== undefined && device.heardMs <= atMs) device.isOnline = false;
    },
    forget: (serial) => {
      known.delete(serial);
      const question = asking.get(serial);
      if (question !== undefined) question.isOutdated = true;
    },
    askAgain: () => {
      for (const device of known.values()) device.askedMs = OUTDATED;
      for (const question of asking.values()) question.isOutdated = true;
    },
    markAllGone: () => {
      for (const device of known.values()) device.isOnline = false;
    },
    countOnline: () => [...known.values()].filter(({ isOnline }) => isOnline).length,
    forgetOld: () => {
      for (const [serial, { heardMs, held }] of known)
        if (held === 0 && nowMs() - heardMs > FORGOTTEN_AFTER_MS) known.delete(serial);
    },
  };
}
