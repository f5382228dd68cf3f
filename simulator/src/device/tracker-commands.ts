import { commandMessage, commandParameters } from '@trace/contract/device-protocol/commands';
import type { CommandMessage, CommandName, CommandParameters } from '@trace/contract/device-protocol/commands';
import type { HeartbeatMessage, ReplyResult } from '@trace/contract/device-protocol/messages';
import { AWAKE_SEC } from './behaviour.ts';
import type { Behaviour } from './behaviour.ts';
import type { Clock } from '../clock.ts';
import type { LiveMode } from './live-mode.ts';
import type { Receiver, TimedFix } from './receiver.ts';

export type IgnoredBecause = 'unreadable' | 'repeated' | 'expired' | 'silent';

export interface CommandDoer {
  readonly clock: Clock;
  readonly receiver: Receiver;
  readonly live: LiveMode;
  behaviour(): Behaviour;
  logLines(): readonly string[];
  /** Changes the device, which then tells so by a heartbeat. */
  change(changed: Partial<Behaviour>): void;
  sendHeartbeat(): void;
  status(): HeartbeatMessage['status'];
  /** Returns why the offer is not taken, or null. */
  update(offer: CommandParameters<'updateFirmware'>): string | null;
  reboot(): void;
  reply(requestId: string, command: CommandName, result: ReplyResult): Promise<boolean>;
  onCommand(message: CommandMessage): void;
  onIgnored(reason: IgnoredBecause): void;
}

type Answer = (result: ReplyResult) => Promise<boolean>;

/** The number of request ids that a device remembers. Older ids have expired long before. */
const REMEMBERED_IDS = 256;
const FIX_TIMEOUT_MS = 30_000;

/** Handles messages on the command topic: each request id at most once, and never after its expiry (CTRL-04). */
export function createCommandRunner(doer: CommandDoer): (payload: Buffer) => void {
  const seen = new Set<string>();

  const isRepeated = (requestId: string): boolean => {
    if (seen.has(requestId)) return true;
    seen.add(requestId);
    const [oldest] = seen;
    if (seen.size > REMEMBERED_IDS && oldest !== undefined) seen.delete(oldest);
    return false;
  };

  return (payload) => {
    const message = readCommand(payload);
    if (message === null) doer.onIgnored('unreadable');
    else if (isRepeated(message.requestId)) doer.onIgnored('repeated');
    else if (message.expiresAt <= doer.clock.nowMs()) doer.onIgnored('expired');
    else run(doer, message);
  };
}

/** A device drops unreadable commands, because a reply needs a request id. */
function readCommand(payload: Buffer): CommandMessage | null {
  try {
    return commandMessage.safeParse(JSON.parse(payload.toString())).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function run(doer: CommandDoer, message: CommandMessage): void {
  const { command, requestId } = message;
  doer.onCommand(message);
  const { silentOn, failsOn } = doer.behaviour();
  if (silentOn.includes(command)) {
    doer.onIgnored('silent');
    return;
  }
  const answer: Answer = (result) => doer.reply(requestId, command, result);
  const failure = failsOn[command];
  if (failure === undefined) perform(doer, message, answer);
  else void answer({ success: false, error: failure });
}

function perform(doer: CommandDoer, { command, parameters }: CommandMessage, answer: Answer): void {
  const given = commandParameters[command].safeParse(parameters);
  if (!given.success) {
    void answer({ success: false, error: 'Invalid parameters' });
    return;
  }
  const handlers: { [Name in CommandName]: (wanted: CommandParameters<Name>) => void } = {
    getLocation: (wanted) => locate(doer, wanted, answer),
    getStatus: () => reportStatus(doer, answer),
    getLogs: ({ limit }) => void answer({ success: true, logs: doer.logLines().slice(-limit) }),
    restart: () => void answer({ success: true, message: 'Restarting' }).then(() => doer.reboot()),
    enableLiveGps: (wanted) => enableLive(doer, wanted, answer),
    disableLiveGps: () => disableLive(doer, answer),
    configure: (wanted) => configure(doer, wanted, answer),
    updateFirmware: (wanted) => update(doer, wanted, answer),
  };
  const handle = handlers[command] as (wanted: CommandParameters) => void;
  handle(given.data);
}

function locate(doer: CommandDoer, wanted: CommandParameters<'getLocation'>, answer: Answer): void {
  const known = doer.receiver.newest();
  const isFreshEnough = known !== null && isWithin(known, (wanted.maxAge ?? 0) * 1_000, doer.clock.nowMs());
  if (isFreshEnough && wanted.freshOnly !== true) {
    void answer({ success: true, location: located(known) });
    return;
  }
  doer.receiver.acquire(wanted.timeout ?? FIX_TIMEOUT_MS, (found) => {
    void answer({ success: true, location: located(found) });
  });
}

const isWithin = (known: TimedFix, maxAgeMs: number, nowMs: number): boolean =>
  maxAgeMs > 0 && nowMs - known.atMs <= maxAgeMs;

/** Devices answer 0, 0 when they have no fix (PING-02). */
function located(found: TimedFix | null): NonNullable<ReplyResult['location']> {
  if (found === null) return { latitude: 0, longitude: 0 };
  const { lat, lng, accuracyM } = found.fix;
  const timestamp = Math.floor(found.atMs / 1_000);
  return { latitude: lat, longitude: lng, timestamp, ...(accuracyM === undefined ? {} : { accuracyM }) };
}

function reportStatus(doer: CommandDoer, answer: Answer): void {
  void answer({ success: true, status: doer.status(), sleepMode: doer.behaviour().sleep !== null });
  doer.sendHeartbeat();
}

function enableLive(doer: CommandDoer, wanted: CommandParameters<'enableLiveGps'>, answer: Answer): void {
  void answer({ success: true, message: 'Live GPS enabled' });
  doer.live.enable(wanted.interval, wanted.leaseSec);
}

function disableLive(doer: CommandDoer, answer: Answer): void {
  doer.live.disable();
  void answer({ success: true, message: 'Live GPS disabled' });
}

/** Omitted settings stay unchanged. Hub and SIM settings are in effect from the next heartbeat, which reports this. */
function configure(doer: CommandDoer, wanted: CommandParameters<'configure'>, answer: Answer): void {
  const before = doer.behaviour();
  const sleep = wanted.sleepModeEnabled === undefined ? before.sleep : sleepOf(before, wanted);
  const isSetUp = wanted.hubId !== undefined || wanted.sim !== undefined;
  void answer({ success: true, sleepMode: sleep !== null });
  doer.change({
    sleep,
    ...(isSetUp ? { configApplied: true } : {}),
    ...(wanted.hubId === undefined ? {} : { hubLinked: wanted.hubId !== null }),
  });
}

/** The answer says that the device has read the offer. How the update goes is reported with `update` messages. */
function update(doer: CommandDoer, offer: CommandParameters<'updateFirmware'>, answer: Answer): void {
  const refused = doer.update(offer);
  void answer(refused === null ? { success: true } : { success: false, error: refused });
}

function sleepOf(before: Behaviour, wanted: CommandParameters<'configure'>): Behaviour['sleep'] {
  if (wanted.sleepModeEnabled !== true) return null;
  return { wakeIntervalSec: wanted.wakeInterval ?? 0, awakeSec: before.sleep?.awakeSec ?? AWAKE_SEC };
}
