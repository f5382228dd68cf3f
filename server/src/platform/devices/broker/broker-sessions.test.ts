import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { systemClock } from '#platform/clock/clock';
import { createLog } from '#platform/log/log';
import { testDatabase } from '#testing/test-database';
import type { TestDatabase } from '#testing/test-database';

import { until } from '../testing/until.ts';
import type { BrokerSession } from './broker-session.ts';
import { createBrokerSessions } from './broker-sessions.ts';
import type { BrokerSessions } from './broker-sessions.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await testDatabase();
});
afterAll(() => rig.drop());
beforeEach(() => sql`delete from broker_session`.execute(rig.database.sql));

interface Process {
  readonly sessions: BrokerSessions;
  /** The acts of the process, each with the number of the session. */
  readonly acts: string[];
}

function startProcess(): Process {
  const acts: string[] = [];
  const open = (number: number, purpose: string): BrokerSession => ({
    number,
    start: () => void acts.push(`${purpose} ${number}`),
    isUp: () => true,
    publish: () => true,
    publishUnacknowledged: () => {},
    isQuiet: () => true,
    stopReading: () => {},
    stop: ({ forgetSession }) => void acts.push(`${forgetSession ? 'forget' : 'leave'} ${number}`),
  });
  const log = createLog({ level: 'silent' });
  const sessions = createBrokerSessions({ database: rig.database, clock: systemClock(), log, open });
  return { sessions, acts };
}

const endLease = (number: number) =>
  sql`update broker_session set held_until = now() - interval '1 second' where number = ${number}`.execute(
    rig.database.sql,
  );

test('gives each process a session of its own, and a stopped one to the next process [SCALE-02]', async () => {
  const [first, second, third] = [startProcess(), startProcess(), startProcess()];
  await Promise.all([first.sessions.start(), second.sessions.start()]);
  const numbers = [first, second].map(({ sessions }) => sessions.current()!.number);
  expect(new Set(numbers)).toEqual(new Set([1, 2]));
  const freed = numbers[0]!;
  await first.sessions.stop();
  second.sessions.stopReading();
  await third.sessions.start();
  expect(third.acts).toEqual([`subscribe ${freed}`]);
  await third.sessions.stop();
  await second.sessions.stop();
});

test('empties the session of a dead process without subscribing, and ends it [SCALE-02]', async () => {
  const [dead, alive] = [startProcess(), startProcess()];
  await dead.sessions.start();
  await alive.sessions.start();
  // Stops renewing the lease.
  dead.sessions.stopReading();
  await endLease(dead.sessions.current()!.number);
  await until(() => alive.acts.includes('forget 1'));
  expect(alive.acts).toEqual(['subscribe 2', 'unsubscribe 1', 'forget 1']);
  await alive.sessions.stop();
});

test('leaves a session that another process holds now, and takes another [SCALE-02]', async () => {
  const paused = startProcess();
  await paused.sessions.start();
  await sql`update broker_session set holder = gen_random_uuid(), held_until = now() + interval '1 hour'`.execute(
    rig.database.sql,
  );
  await until(() => paused.acts.length === 3);
  expect(paused.acts).toEqual(['subscribe 1', 'leave 1', 'subscribe 2']);
  await paused.sessions.stop();
});

test('keeps its session when another process ended it during a pause [SCALE-02]', async () => {
  const paused = startProcess();
  await paused.sessions.start();
  await sql`delete from broker_session`.execute(rig.database.sql);
  const count = async (): Promise<number> =>
    (await sql`select 1 from broker_session`.execute(rig.database.sql)).rows.length;
  await until(async () => (await count()) === 1);
  expect(paused.acts).toEqual(['subscribe 1']);
  await paused.sessions.stop();
});
