// Devices through an MQTT 5 broker of the operator (decision 037): the same lanes as for direct connections, and the
// broker gets its PUBACK after the commit.
import type { CertificateAnswer } from '@trace/contract/device-protocol/certificates';
import type { CommandMessage } from '@trace/contract/device-protocol/commands';
import { certificateTopic, commandTopic } from '@trace/contract/device-protocol/topics';
import { DAY_MS } from '@trace/contract/kernel/time';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallCounter } from '#platform/health/parts-health';
import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';

import type { ConnectionAdmission } from '../connection-admission.ts';
import type { GatewayCounters } from '../counters.ts';
import { createMessageLimits } from '../flood/message-limits.ts';
import type { Authority } from '../identity/authority.ts';
import type { Offences } from '../identity/offences.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { GatewayLimits } from '../limits.ts';
import { createBrokerDevices } from './broker-devices.ts';
import { createBrokerIntake } from './broker-intake.ts';
import { createBrokerPresence } from './broker-presence.ts';
import { passing } from './broker-reasons.rules.ts';
import type { BrokerProblem } from './broker-reasons.rules.ts';
import { createBrokerSession } from './broker-session.ts';
import { createBrokerSessions } from './broker-sessions.ts';
import type { BrokerSettings } from './broker-settings.ts';
import { createSocketOpener } from './broker-socket.ts';

export interface Broker {
  /**
   * Connects. A broker that does not answer is tried again for ever.
   *
   * @throws StartProblem when the broker refuses this server
   */
  start(): Promise<void>;
  isOnline(serial: string): boolean;
  countOnline(): number;
  send(serial: string, message: CommandMessage): 'sent' | 'not_sent';
  publishCertificate(serial: string, answer: CertificateAnswer): void;
  /** The registry is asked again about this device. */
  forget(serial: string): void;
  /** The registry is asked again about every device. */
  askAgain(): void;
  /** Takes no further messages. */
  stopReading(): void;
  stop(): Promise<void>;
}

export interface BrokerOptions {
  readonly settings: BrokerSettings;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: GatewayLimits;
  readonly counters: GatewayCounters;
  readonly authority: Authority;
  readonly admission: ConnectionAdmission;
  readonly offences: Pick<Offences, 'note'>;
  readonly ingest: Ingest;
  readonly calls: CallCounter;
  onReady(serial: string): void;
  onCommandAcknowledged(requestId: string, serial: string): void;
}

const FIRST_ANSWER_WITHIN_MS = 5_000;
const RENEW_EVERY_MS = 7 * DAY_MS;
const FORGET_EVERY_MS = 10_000;
/** The backlog of a device at the broker after a week without a server, with a message every 6 s. */
const BACKLOG_MESSAGES = 100_000;
/** A backlog comes at once, so the bytes of an hour count as those of a minute. */
const BACKLOG_BYTES_FACTOR = 60;

export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const { settings, clock, counters, authority, limits } = options;
  const log = options.log.child({ broker: settings.host });
  const opener = await createSocketOpener(settings, authority);
  const devices = createBrokerDevices({ admission: options.admission, clock });
  const presence = createBrokerPresence({ ...options, log, devices });
  const messageLimits = createMessageLimits({ limits: backlogLimits(limits), counters, clock });
  const publish = (topic: string, payload: string): void => sessions.current()?.publishUnacknowledged(topic, payload);
  const intake = createBrokerIntake({ ...options, log, devices, presence, messageLimits, publish });
  const first = Promise.withResolvers<BrokerProblem | null>();
  const outages = createOutageLog({ log, calls: options.calls });

  const sessions = createBrokerSessions({
    ...options,
    log,
    open: (number, purpose) =>
      createBrokerSession({
        ...{ number, purpose, clock, open: opener.open, user: settings.user, onMessage: intake.receive },
        onUp: () => {
          if (purpose === 'unsubscribe') return;
          outages.end();
          // Goodbyes may have been lost with the broker.
          devices.markAllGone();
          first.resolve(null);
        },
        onDown: (problem) => {
          if (purpose === 'subscribe') outages.begin(problem);
          first.resolve(problem);
        },
      }),
  });
  const toStop: Stop[] = [];
  const forgetOld = (): void => {
    devices.forgetOld();
    messageLimits.forgetOld(clock.now().getTime());
  };
  const stop = async (): Promise<void> => {
    for (const stopOne of toStop.splice(0)) stopOne();
    await sessions.stop();
  };

  return {
    start: async () => {
      toStop.push(
        await presence.start(),
        clock.every(RENEW_EVERY_MS, createRenewal(opener, log)),
        clock.every(FORGET_EVERY_MS, forgetOld),
      );
      await sessions.start();
      toStop.push(clock.after(FIRST_ANSWER_WITHIN_MS, () => first.resolve(passing('no answer'))));
      const problem = await first.promise;
      if (problem?.isFinal !== true) return;
      await stop();
      throw new StartProblem(`MQTT_URL: ${problem.words} (${settings.host}:${settings.port}).`);
    },
    isOnline: (serial) => sessions.current()?.isUp() === true && devices.isOnline(serial),
    countOnline: devices.countOnline,
    send: (serial, message) => {
      const isTaken = sessions.current()?.publish({
        topic: commandTopic(serial),
        payload: JSON.stringify(message),
        expiresAtMs: message.expiresAt,
        onAnswered: (isAccepted) => {
          if (isAccepted) options.onCommandAcknowledged(message.requestId, serial);
        },
      });
      return isTaken === true ? 'sent' : 'not_sent';
    },
    publishCertificate: (serial, answer) => publish(certificateTopic(serial), JSON.stringify(answer)),
    forget: devices.forget,
    askAgain: devices.askAgain,
    stopReading: sessions.stopReading,
    stop,
  };
}

const backlogLimits = (limits: GatewayLimits): GatewayLimits => ({
  ...limits,
  burst: Math.max(limits.burst, BACKLOG_MESSAGES),
  bytesPerMin: limits.bytesPerMin * BACKLOG_BYTES_FACTOR,
});

/** Logs an outage once, and its reason again when the reason changes. */
function createOutageLog({ log, calls }: { log: Log; calls: CallCounter }) {
  let words: string | null = null;
  return {
    begin: (problem: BrokerProblem): void => {
      calls.failed();
      if (problem.words !== words)
        log.error({ reason: problem.words }, 'The broker of MQTT_URL is away, its devices wait, retrying');
      words = problem.words;
    },
    end: (): void => {
      calls.answered();
      if (words !== null) log.info('The broker of MQTT_URL is back');
      words = null;
    },
  };
}

function createRenewal(opener: { renew(): Promise<void> }, log: Log): () => Promise<void> {
  return async () => {
    try {
      await opener.renew();
    } catch (error) {
      log.error({ err: error }, 'Renewing the certificate for the broker failed, keeping the current one, retrying');
    }
  };
}
