// The other server processes on this database: which are alive, and messages to them (decision 038).
import { randomUUID } from 'node:crypto';
import { systemClock, type Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { createNotifyQueue } from './notify-queue.ts';
import {
  deletePredecessor,
  deleteProcess,
  listProcesses,
  saveProcess,
  type OwnProcess,
  type ServerProcessRow,
} from './server-process.store.ts';

const BEAT_MS = 2_000;
/** Longer than a long pause of a busy process. */
const GONE_AFTER_SEC = 15;
/** The end of the name of a process that takes any free port. Several such processes may live on one machine. */
const ANY_PORT = ':0';
const BROADCAST_CHANNEL = 'server_processes';
const channelOf = (id: string): string => `server_process_${id}`;

type OnMessage = (body: never, from: string) => void;
type Describe = () => Pick<OwnProcess, 'name' | 'deviceConnections' | 'openStreams'>;
/** A process is there, or is gone. */
type Change = { readonly appeared: string } | { readonly gone: string };

export interface ServerProcesses {
  readonly id: string;
  /** Ids of the other live processes, as of the last beat or their last message. */
  others(): ReadonlySet<string>;
  /** Sends to a process by its id, or to all `others`. Without other processes nothing is sent. At most 7,800 bytes. */
  send(to: string, topic: string, body: unknown): void;
  on<Body>(topic: string, run: (body: Body, from: string) => void): void;
  onChange(run: (change: Change) => void): void;
  /** Messages to this process (`received`) or from this process (`sent`) may have been lost. */
  onLoss(run: (which: 'received' | 'sent') => void): void;
  list(): Promise<ServerProcessRow[]>;
  isStopping(): boolean;
  /** Shows to load balancers and the operator that this process is about to end. */
  markStopping(): Promise<void>;
  /** `describe` names this process and counts its connections, for the page Operations. */
  start(describe: Describe): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerProcessesOptions {
  readonly database: Database;
  readonly log: Log;
  readonly version: string;
}

export function createServerProcesses({ database, log, version }: ServerProcessesOptions): ServerProcesses {
  const id = randomUUID();
  const members = createMembers();
  const handlers = new Map<string, OnMessage>();
  const lossListeners: ((which: 'received' | 'sent') => void)[] = [];
  const stops: Stop[] = [];
  let describe: Describe = () => ({ name: '', deviceConnections: 0, openStreams: 0 });
  let isStopping = false;
  let isStarted = false;
  let hasFailed = false;

  const queue = createNotifyQueue({ database, log, onLost: () => lossListeners.forEach((run) => run('sent')) });

  const send: ServerProcesses['send'] = (to, topic, body) => {
    if (members.ids.size === 0 || (to !== 'others' && !members.ids.has(to))) return;
    queue.send(to === 'others' ? BROADCAST_CHANNEL : channelOf(to), JSON.stringify([id, topic, body]));
  };

  /** A process that died at this place does not answer, so nothing must wait for it. */
  const removePredecessor = async (): Promise<void> => {
    const { name } = describe();
    if (!name.endsWith(ANY_PORT)) await deletePredecessor(database.sql, name);
  };

  const beat = async (): Promise<void> => {
    members.replace(await saveProcess(database.sql, { id, isStopping, version, ...describe() }, GONE_AFTER_SEC));
  };

  const beatSafely = async (): Promise<void> => {
    try {
      await beat();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'Writing the sign of life of this server process failed, retrying');
      hasFailed = true;
    }
  };

  const receive = (payload: string): void => {
    if (payload === '') return;
    for (const [from, topic, body] of JSON.parse(payload) as [string, string, never][]) {
      if (from === id) continue;
      if (topic === 'goodbye') members.remove(from);
      else members.add(from);
      handlers.get(topic)?.(body, from);
    }
  };

  return {
    id,
    others: () => members.ids,
    send,
    on: (topic, run) => void handlers.set(topic, run),
    onChange: members.onChange,
    onLoss: (run) => void lossListeners.push(run),
    list: () => listProcesses(database.sql),
    isStopping: () => isStopping,
    async markStopping() {
      isStopping = true;
      if (isStarted) await beatSafely();
    },
    async start(describeSelf) {
      describe = describeSelf;
      stops.push(
        await database.listen(BROADCAST_CHANNEL, receive),
        await database.listen(channelOf(id), (payload) => {
          if (payload === '') for (const run of lossListeners) run('received');
          receive(payload);
        }),
      );
      await removePredecessor();
      await beat();
      isStarted = true;
      send('others', 'hello', null);
      // Real time: the sign of life is for other processes.
      stops.push(systemClock().every(BEAT_MS, beatSafely));
    },
    async stop() {
      if (!isStarted) return;
      for (const stop of stops.splice(0)) stop();
      send('others', 'goodbye', null);
      await queue.drained();
      await deleteProcess(database.sql, id).catch((error: unknown) =>
        log.warn({ err: error }, 'Removing the row of this server process failed, it expires by itself'),
      );
    },
  };
}

/** The other live processes. */
function createMembers() {
  const ids = new Set<string>();
  const listeners: ((change: Change) => void)[] = [];

  const announce = (change: Change): void => listeners.forEach((run) => run(change));

  const add = (id: string): void => {
    if (ids.has(id)) return;
    ids.add(id);
    announce({ appeared: id });
  };

  const remove = (id: string): void => {
    if (ids.delete(id)) announce({ gone: id });
  };

  return {
    ids,
    add,
    remove,
    replace(live: readonly string[]): void {
      for (const id of live) add(id);
      for (const id of [...ids]) if (!live.includes(id)) remove(id);
    },
    onChange: (run: (change: Change) => void): void => void listeners.push(run),
  };
}
