// T03: no input makes the server fail. Every address gets generated requests of strangers, users, an installer and
// staff. Each answer is one that the OpenAPI document declares, in time. Changes that succeed leave one audit entry each,
// and the chain of the audit log verifies (invariant I-22).
import path from 'node:path';
import { fuzz, type Caller } from '@trace/equipment/fuzz/fuzzer';
import { below, type Next } from '@trace/equipment/fuzz/random';
import { createAuditChecker, type AuditChecker } from '../../equipment/proofs/audit-checker.ts';
import { runConsole } from '../../equipment/servers/console.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { hiddenOperations } from '../../equipment/people/hidden-operations.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { repositoryRoot } from '../../equipment/repository.ts';
import { startWorld, type World } from '../../equipment/servers/world.ts';

/** With 20 cycles about 10 s. */
const REQUESTS_PER_CYCLE = 150;
/** Fewer requests change too little to prove anything about the audit log. */
const FEWEST_REQUESTS = 3_000;
const REQUESTS_PER_ROUND = 20_000;
const DEVICES = 4;
const SPARE_PEOPLE = 40;
const FEWEST_OPERATIONS = 290;
const FEWEST_CHANGING = 12;
/** These wait for a device, or never end. */
const WAITING = ['ping.create', 'tracking.start', 'stream.open', 'deviceCommands.send'];

export const fuzzFault: Fault = {
  name: 'fuzz',
  invariants: ['I-22'],
  run: (settings) => fuzzEverything(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* fuzzEverything(
  { cycles, seed }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const settings = { TRUST_PROXY: '1' };
  const world = await startWorld({ devices: DEVICES, people: SPARE_PEOPLE, wearers: 1, settings, ...changed });
  try {
    const callers = await signInCallers(world);
    const audit = createAuditChecker();
    let left = Math.max(cycles * REQUESTS_PER_CYCLE, FEWEST_REQUESTS);
    for (let round = 0; left > 0; round += 1, left -= REQUESTS_PER_ROUND)
      yield await fuzzRound(world, {
        callers,
        audit,
        seed: seed + round,
        requests: Math.min(left, REQUESTS_PER_ROUND),
      });
    yield await judgeAudit(world, audit);
  } finally {
    await world.dispose();
  }
}

interface Round {
  readonly callers: readonly Caller[];
  readonly audit: AuditChecker;
  readonly seed: number;
  readonly requests: number;
}

async function fuzzRound(world: World, { callers, audit, seed, requests }: Round): Promise<Outcome> {
  const startedMs = performance.now();
  const report = await fuzz({
    url: world.url,
    callers,
    seed,
    requests,
    mix: { valid: 0.4, mutated: 0.45 },
    waiting: WAITING,
    extra: hiddenOperations,
    addressOf: anyAddress,
    onExchange: audit.note,
  });
  const problems = [...report.problems];
  if (report.operations < FEWEST_OPERATIONS) problems.push(`only ${report.operations} operations are known`);
  if ((await fetch(`${world.url}/readyz`)).status !== 200) problems.push('the server is not ready afterwards');
  const perSec = Math.round(requests / ((performance.now() - startedMs) / 1_000));
  const statuses = [...report.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const note = `${report.answered} of ${report.operations} operations succeeded, ${perSec} a second, slowest ${Math.round(report.slowestMs)} ms: ${statuses}`;
  return { title: `${requests} requests with seed ${seed}`, problems, note, counts: { checked: requests } };
}

async function judgeAudit(world: World, audit: AuditChecker): Promise<Outcome> {
  const { operations, changes, wrong, problems } = await audit.check(world.ready().databaseUrl);
  const script = path.join(repositoryRoot, 'server/src/cli/audit.ts');
  const { code, out, complaint } = await runConsole(script, ['verify'], { TRACE_DATA_DIR: world.dataDirectory() });
  if (code !== 0) problems.push(complaint);
  if (operations < FEWEST_CHANGING) problems.push(`only ${operations} operations changed something`);
  const note = `${changes} changes by ${operations} operations; ${out.split('\n')[0]}`;
  return { title: 'the audit log', problems, note, counts: { checked: changes, lost: wrong } };
}

async function signInCallers(world: World): Promise<Caller[]> {
  const { url, person } = world.ready();
  const next = countUp();
  const enter = async (email: string): Promise<string> => {
    const { cookie } = await signInTo(
      { url, person: { ...person, email } },
      { 'x-forwarded-for': `10.9.0.${next() % 250}` },
    );
    return cookie;
  };
  const emails = { premium: person.email, installer: 'bench-installer@example.com', staff: 'bench-staff@example.com' };
  const callers: Caller[] = [{ name: 'stranger', cookie: '' }];
  for (const [name, email] of Object.entries({ ...emails, free: nthPerson(1) }))
    callers.push({
      name,
      cookie: await enter(email),
      renew: async () => {
        // Fuzzing deletes accounts and changes passwords: then another person goes on.
        const spare = nthPerson(1 + (next() % SPARE_PEOPLE));
        for (const one of [email, spare]) {
          const cookie = await enter(one).catch(() => null);
          if (cookie !== null) return cookie;
        }
        return '';
      },
    });
  return callers;
}

const nthPerson = (number: number): string => `bench-person-${number}@example.com`;

/** A new address for most requests, so that the limits per address leave most requests through. */
const anyAddress = (next: Next): string => `10.${below(next, 200)}.${below(next, 250)}.${1 + below(next, 250)}`;

function countUp(): () => number {
  let count = 0;
  return () => (count += 1);
}
