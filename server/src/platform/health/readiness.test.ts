import { expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { fakeClock } from '#testing/fake-clock';
import { createReadiness, type ReadinessParts } from './readiness.ts';

const whole: ReadinessParts = {
  isStopping: () => false,
  isDatabaseReachable: async () => true,
  checkSignIn: async () => {},
  writeProblem: () => null,
  isGatewayUp: () => true,
  eventDelayMs: () => 10_000,
  urgentJobs: async () => 'ok',
  others: () => ({ mail: 'ok', sms: 'off' }),
};

function open(change: Partial<ReadinessParts>) {
  const [clock, lines] = [fakeClock(), [] as string[]];
  const log = createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } });
  return { clock, lines, check: createReadiness({ ...whole, ...change }, { clock, log }) };
}

const broken = async (): Promise<never> => {
  throw new Error('permission denied for table session');
};

test('answers ok when every part works, and parts that are off count as working [SCALE-04]', async () => {
  expect(await open({}).check()).toEqual({
    isReady: true,
    states: {
      ...{ status: 'ok', process: 'ok', database: 'ok', writes: 'ok', signIn: 'ok', gateway: 'ok', panic: 'ok' },
      ...{ urgentJobs: 'ok', mail: 'ok', sms: 'off' },
    },
  });
});

test.each<[string, Partial<ReadinessParts>, Record<string, string>]>([
  ['the database is away', { isDatabaseReachable: async () => false }, { database: 'away', signIn: 'failing' }],
  ['the check of the database fails', { isDatabaseReachable: broken }, { database: 'away', writes: 'away' }],
  ['writes are refused', { writeProblem: () => 'disk_full' }, { writes: 'disk_full', signIn: 'failing' }],
  ['no one can sign in', { checkSignIn: broken }, { database: 'ok', signIn: 'failing' }],
  ['the process stops', { isStopping: () => true }, { process: 'stopping', database: 'ok' }],
  ['the gateway is closed', { isGatewayUp: () => false }, { gateway: 'away' }],
  ['an event waits for more than 10 s', { eventDelayMs: () => 10_001 }, { panic: 'stalled', signIn: 'ok' }],
])('is not ready when %s [SCALE-04]', async (_when, change, states) => {
  expect(await open(change).check()).toMatchObject({ isReady: false, states: { status: 'unavailable', ...states } });
});

test.each(['failing', 'late'])('stays ready and says degraded when another part is %s [SCALE-04]', async (state) => {
  const { check } = open({ others: () => ({ mail: state }) });
  expect(await check()).toMatchObject({ isReady: true, states: { status: 'degraded', mail: state } });
});

test('answers within 3 s when a check hangs, and logs the reason once [SCALE-04]', async () => {
  const { check, clock, lines } = open({ checkSignIn: () => new Promise(() => {}) });
  for (let nth = 0; nth < 2; nth += 1) {
    const answer = check();
    await clock.advance(3_000);
    expect(await answer).toMatchObject({ isReady: false, states: { signIn: 'failing' } });
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('No one can sign in');
});

test('answers within 3 s in total when the database is away and no question gets an answer [SCALE-04]', async () => {
  const hangs = (): Promise<never> => new Promise(() => {});
  for (const isDatabaseReachable of [hangs, async () => true]) {
    const { check, clock } = open({ isDatabaseReachable, checkSignIn: hangs, urgentJobs: hangs });
    const answer = check();
    await clock.advance(3_000);
    expect(await answer).toMatchObject({ isReady: false, states: { signIn: 'failing', urgentJobs: 'unknown' } });
  }
});

test('requests at the same time share a check [SCALE-04]', async () => {
  let checks = 0;
  const { check } = open({ checkSignIn: async () => void (checks += 1) });
  await Promise.all([check(), check(), check()]);
  await check();
  expect(checks).toBe(2);
});
