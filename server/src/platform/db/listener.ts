// A connection that listens for all channels of this process, and reconnects when it is lost.
import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

import type { Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import { bareConnectionConfig, connectClient } from './connection.ts';
import type { ConnectionSource } from './connection.ts';

export type OnMessage = (payload: string) => void;

export interface Listener {
  listen(channel: string, onMessage: OnMessage): Promise<Stop>;
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** After a lost connection every listener is called once with '', since messages may have been missed. */
export function createListener(source: ConnectionSource, log: Log): Listener {
  const config = bareConnectionConfig({ ...source, purpose: 'listening' });
  const channels = new Map<string, Set<OnMessage>>();
  let client: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const open = async (): Promise<void> => {
    const opened = await connectClient(config, () => {});
    let isEnded = false;
    opened.on('notification', ({ channel, payload }) => deliver(channels.get(channel), payload ?? '', log));
    opened.on('end', () => {
      isEnded = true;
      if (client === opened) reopen();
    });
    for (const channel of channels.keys()) await opened.query(`listen ${quoted(channel)}`);
    if (isEnded) throw new Error('Connection terminated while starting to listen');
    client = opened;
    if (stopped) await opened.end();
  };

  /** In sequence, because the connection takes one statement at a time. */
  const subscribe = (channel: string): Promise<unknown> => {
    const subscribed = turn.then(() => client?.query(`listen ${quoted(channel)}`));
    turn = subscribed.catch(() => {});
    return subscribed;
  };

  const reopen = (): void => {
    client = undefined;
    if (stopped) return;
    log.warn('LISTEN connection lost, reconnecting');
    opening = reopenUntilDone();
  };

  const reopenUntilDone = async (): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; !stopped; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await wait(pauseMs);
      try {
        await open();
        for (const listeners of channels.values()) deliver(listeners, '', log);
        return;
      } catch (error) {
        log.warn({ err: error }, 'LISTEN reconnect failed, retrying');
      }
    }
  };

  const listen = async (channel: string, onMessage: OnMessage): Promise<Stop> => {
    const listeners = channels.get(channel) ?? new Set();
    channels.set(channel, listeners);
    // A wrapper per call, so that the same function may listen twice and stop once.
    const entry: OnMessage = (payload) => onMessage(payload);
    listeners.add(entry);
    try {
      opening ??= open();
      await opening;
      await subscribe(channel);
    } catch (error) {
      listeners.delete(entry);
      if (client === undefined) opening = undefined;
      throw error;
    }
    return () => {
      listeners.delete(entry);
    };
  };

  const stop = async (): Promise<void> => {
    stopped = true;
    await client?.end();
  };

  return { listen, stop };
}

function deliver(listeners: Set<OnMessage> | undefined, payload: string, log: Log): void {
  for (const onMessage of listeners ?? []) {
    try {
      onMessage(payload);
    } catch (error) {
      log.error({ err: error }, 'NOTIFY handler failed, the notification is dropped');
    }
  }
}

function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`;
}
