import type { EventMessage, HeartbeatMessage } from '@trace/contract/device-protocol/messages';
import { afterEvent, behaviourOf, eventsOf } from './behaviour.ts';
import { systemClock } from '../clock.ts';
import { createConnection } from './connection.ts';
import { createEvents } from '../events.ts';
import { noFaults } from '../faults.ts';
import { aged, heartbeatFields, statusOf } from './heartbeat.ts';
import type { Doing } from './heartbeat.ts';
import { createLedger } from './ledger.ts';
import { createLifeCycle } from './life-cycle.ts';
import { createLiveMode } from './live-mode.ts';
import { createMessenger } from './messenger.ts';
import { createMemoryFlash } from '../firmware/flash.ts';
import { readTrustedKeys } from '../firmware/manifest.ts';
import { createUpdateClient } from '../firmware/update-client.ts';
import { createRandom, seedOf } from '../random.ts';
import { createReceiver, locationFields } from './receiver.ts';
import { createReporting } from './reporting.ts';
import { standingAt } from '../routes/route.ts';
import type { Fix } from '../routes/route.ts';
import { createTrackerCertificates } from './certificates/tracker-certificates.ts';
import { createCommandRunner } from './tracker-commands.ts';
import type { Tracker, TrackerEvents, TrackerOptions } from './tracker-shape.ts';

export type { Tracker, TrackerEvents, TrackerOptions, TrackerState } from './tracker-shape.ts';

const DEFAULT_ROUTE = standingAt(-33.8688, 151.2093);
const DEFAULT_CAPACITY = { ledger: 20_000, backlog: 2_000 };
const LOG_LINES = 50;
const LOW_BATTERY_PCT = 10;

/**
 * Creates a simulated tracker: a device of a third party that knows only the device protocol. Joins the parts, each of
 * which has a file of its own.
 */
export function createTracker(options: TrackerOptions): Tracker {
  const { serial, network, clock = systemClock, faults = noFaults, route = DEFAULT_ROUTE } = options;
  const networkClock = options.networkClock ?? systemClock;
  const random = createRandom(options.seed ?? seedOf(serial));
  const events = createEvents<TrackerEvents>();
  const log = createLedger(options.ledgerCapacity ?? DEFAULT_CAPACITY.ledger);
  const logLines: string[] = [];
  let behaviour = behaviourOf(options.behaviour);

  const certificates = createTrackerCertificates({
    serial,
    network,
    ...(options.certificates === undefined ? {} : { memory: options.certificates }),
    clock,
    networkClock,
    boot: () => messenger.boot(),
    publishOnce: (topic, payload) => connection.publishOnce(topic, payload),
    reconnect: () => connection.cut(),
    note: (text) => note(text),
  });

  const connection = createConnection({
    serial,
    network,
    ...(certificates === null ? {} : { certificates }),
    clock: networkClock,
    capacity: options.backlogCapacity ?? DEFAULT_CAPACITY.backlog,
    ...(options.pace === undefined ? {} : { pace: options.pace }),
    ...(options.clientId === undefined ? {} : { clientId: options.clientId }),
    will: () => Buffer.from(JSON.stringify({ v: 1, boot: messenger.boot(), ts: clock.nowMs(), status: 'offline' })),
    onReady: () => {
      lifeCycle.arrived();
      certificates?.connected();
    },
    onLost: (reason) => {
      certificates?.lost(reason);
      note(`connection lost: ${reason}`);
      events.emit('lost', reason);
      updates.offline();
      lifeCycle.lost();
    },
    onCommand: (payload) => runCommand(payload),
  });

  const messenger = createMessenger({
    serial,
    boot: options.boot ?? 1,
    clock,
    connection,
    faults,
    ledger: log,
    onPublished: (entry) => events.emit('published', entry),
    onAcknowledged: (acknowledgement) => events.emit('acknowledged', acknowledgement),
  });
  const { publish } = messenger;

  const receiver = createReceiver({ route, clock, random, fixAfterMs: behaviour.fixAfterMs });

  const sendPosition = (fix: Fix | null, source: 'interval' | 'live'): Promise<boolean> =>
    publish('location', locationFields(fix, connection.isReady() ? source : 'backlog'));

  const sendHeartbeat = (): void => {
    if (connection.isReady()) void publish('heartbeat', heartbeatFields(behaviour, doing()));
  };

  const doing = (): Doing => ({
    liveIntervalMs: live.intervalMs(),
    isInstalling: updates.isInstalling(),
    image: updates.running(),
  });
  const status = (): HeartbeatMessage['status'] => statusOf(behaviour, updates.isInstalling());
  const version = (): string => updates.running()?.version ?? behaviour.firmware;

  const note = (text: string, upload = false): void => {
    logLines.push(`${new Date(clock.nowMs()).toISOString()} ${text}`);
    if (logLines.length > LOG_LINES) logLines.shift();
    if (upload) void publish('log', { level: 'info', text });
  };

  const live = createLiveMode({
    clock,
    sendPosition: () => void sendPosition(receiver.read(), 'live'),
    onChange: sendHeartbeat,
  });

  const beat = (): void => {
    const before = behaviour;
    behaviour = aged(before, random);
    sendHeartbeat();
    const isCrossing = before.batteryPct > LOW_BATTERY_PCT && behaviour.batteryPct <= LOW_BATTERY_PCT;
    if (isCrossing) void press('low_battery');
  };

  const reporting = createReporting({
    clock,
    random,
    route,
    behaviour: () => behaviour,
    onBeat: beat,
    onPosition: (fix) => {
      if (fix !== null) receiver.remember(fix);
      if (live.intervalMs() === null) void sendPosition(fix, 'interval');
    },
  });

  const lifeCycle = createLifeCycle({
    clock,
    networkClock,
    random,
    connection,
    sleep: () => behaviour.sleep,
    rebootMs: () => behaviour.rebootMs,
    isNeeded: () => live.intervalMs() !== null || updates.isUnderWay(),
    sayStatus: (words) => publish('status', words),
    onPhase: (phase) => events.emit('phase', phase),
    onOnline: () => {
      note('connected');
      void publish('status', { status: status(), lastError: behaviour.lastError });
      sendHeartbeat();
      updates.online();
      reporting.begin();
    },
    onHalt: () => {
      reporting.end();
      live.disable();
      faults.release();
      updates.halt();
      certificates?.halt();
    },
    onPowerOn: () => updates.powerOn(),
    onBoot: () => {
      messenger.begin(messenger.boot() + 1);
      note('booted');
      events.emit('booted', messenger.boot());
    },
  });

  const updates = createUpdateClient({
    clock,
    flash: options.flash ?? createMemoryFlash(),
    trustedKeys: readTrustedKeys(options.trustedFirmwareKeys ?? []),
    factory: () => ({ model: behaviour.model, chip: behaviour.chip, sequence: behaviour.firmwareSequence }),
    habit: () => behaviour.update,
    report: (report) => {
      note(`update ${report.state}`);
      void publish('update', { ...report, version: version() });
    },
    reboot: () => void lifeCycle.restart(),
    onInstalling: sendHeartbeat,
    onPowerCut: () => lifeCycle.crash(),
  });

  const press = (kind: EventMessage['kind']): Promise<boolean> => {
    const fix = receiver.read() ?? receiver.newest()?.fix ?? null;
    behaviour = afterEvent(behaviour, kind);
    const isAcknowledged = publish('event', { kind, ...(fix === null ? {} : { lat: fix.lat, lng: fix.lng }) });
    lifeCycle.wake();
    return isAcknowledged;
  };

  const change: Tracker['change'] = (changed) => {
    const before = behaviour;
    behaviour = { ...behaviour, ...changed };
    for (const kind of eventsOf(before, behaviour)) void press(kind);
    sendHeartbeat();
    if (changed.sleep !== undefined) lifeCycle.sleepLater();
  };

  const runCommand = createCommandRunner({
    clock,
    receiver,
    live,
    behaviour: () => behaviour,
    logLines: () => logLines,
    change,
    sendHeartbeat,
    status,
    update: (offer) => updates.offer(offer),
    reboot: () => void lifeCycle.restart(),
    reply: (requestId, command, result) => publish('reply', { requestId, command, result }),
    onCommand: (message) => {
      note(`command ${message.command}`);
      events.emit('command', message);
    },
    onIgnored: (reason) => events.emit('ignored', reason),
  });

  return {
    serial,
    log,
    on: events.on,
    start: lifeCycle.start,
    stop: lifeCycle.stop,
    crash: lifeCycle.crash,
    cut: connection.cut,
    restart: lifeCycle.restart,
    wake: lifeCycle.wake,
    press,
    change,
    note,
    report: () => sendPosition(receiver.read(), 'interval'),
    publishRaw: async (topic, bytes) => (await connection.publish(topic, Buffer.from(bytes))) === 'acknowledged',
    state: () => ({
      phase: lifeCycle.phase(),
      boot: messenger.boot(),
      nextSeq: messenger.nextSeq(),
      waiting: connection.waiting(),
      liveIntervalMs: live.intervalMs(),
      behaviour,
      firmware: version(),
      newestFix: receiver.newest()?.fix ?? null,
    }),
  };
}
