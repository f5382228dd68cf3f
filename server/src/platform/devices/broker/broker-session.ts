// An MQTT session of Trace at the broker: two links, so that an alarm never waits behind positions.
import { telemetryKinds } from '@trace/contract/device-protocol/topics';

import type { Clock } from '#platform/clock/clock';

import { createBrokerLink } from './broker-link.ts';
import type { BrokerLink, BrokerLinkOptions } from './broker-link.ts';
import type { Outgoing } from './broker-outgoing.ts';
import type { BrokerProblem } from './broker-reasons.rules.ts';
import type { OpenSocket } from './broker-socket.ts';

export interface BrokerSession {
  readonly number: number;
  start(): void;
  /** Both links are connected and subscribed. */
  isUp(): boolean;
  publish(message: Outgoing): boolean;
  publishUnacknowledged(topic: string, payload: string): void;
  /** No message waits for its commit, and the last message came longer ago than this. */
  isQuiet(forMs: number): boolean;
  stopReading(): void;
  stop(options: { forgetSession: boolean }): void;
}

export interface BrokerSessionOptions {
  readonly number: number;
  readonly purpose: BrokerLinkOptions['purpose'];
  readonly open: OpenSocket;
  readonly user: BrokerLinkOptions['user'];
  readonly clock: Clock;
  readonly onMessage: BrokerLinkOptions['onMessage'];
  onUp(): void;
  onDown(problem: BrokerProblem): void;
}

/** The broker gives each message to a single process. */
const shared = (filter: string): string => `$share/trace/${filter}`;

const EVENT_FILTERS = [shared('dt/trace/+/event')];
const OTHER_FILTERS = [
  ...telemetryKinds.filter((kind) => kind !== 'event').map((kind) => shared(`dt/trace/+/${kind}`)),
  shared('cmd/trace/+/res'),
];

export function createBrokerSession(options: BrokerSessionOptions): BrokerSession {
  const { number, clock } = options;
  let lastMessageMs = clock.now().getTime();

  const linkOf = (name: string, filters: readonly string[]): BrokerLink =>
    createBrokerLink({
      ...options,
      // No serial of a device has a dot.
      clientId: `trace.server-${number}-${name}`,
      filters,
      onMessage: (message, delivery) => {
        lastMessageMs = clock.now().getTime();
        options.onMessage(message, delivery);
      },
      onUp: () => {
        lastMessageMs = clock.now().getTime();
        if (isUp()) options.onUp();
      },
    });

  const events = linkOf('events', EVENT_FILTERS);
  const others = linkOf('data', OTHER_FILTERS);
  const links = [events, others];
  const isUp = (): boolean => links.every((link) => link.isUp());

  return {
    number,
    start: () => links.forEach((link) => link.start()),
    isUp,
    publish: events.publish,
    publishUnacknowledged: events.publishUnacknowledged,
    isQuiet: (forMs) =>
      isUp() && links.every((link) => link.inFlight() === 0) && clock.now().getTime() - lastMessageMs >= forMs,
    stopReading: () => links.forEach((link) => link.stopReading()),
    stop: (how) => links.forEach((link) => link.stop(how)),
  };
}
