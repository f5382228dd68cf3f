// T05, invariant I-09: only entitled people see a position. Devices of two tenants go through assignments, grants and
// removals, and report unique positions in each phase. Meanwhile all people call the whole interface, also with ids of
// the other tenant. No answer, stream, log line, metric or column leaks a position, a secret or a name.
import { fuzz } from '@trace/equipment/fuzz/fuzzer';
import type { Json, Operation } from '@trace/equipment/fuzz/interface';
import { createPool } from '@trace/equipment/fuzz/pool';
import { columnsWith } from '../../equipment/canary/database.ts';
import { createLogSearch, type LogSearch } from '../../equipment/canary/log-search.ts';
import { signInPeople, type Person } from '../../equipment/canary/people.ts';
import { phases, type Phase, type Tenant } from '../../equipment/canary/phases.ts';
import { createCanaryPositions, type CanaryPositions } from '../../equipment/canary/positions.ts';
import { plantFactor, plantTenant } from '../../equipment/canary/plant.ts';
import { watchSecrets, type CanarySecrets } from '../../equipment/canary/secrets.ts';
import { connectCanaryTracker, type CanaryTracker } from '../../equipment/canary/tracker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { startPaymentService } from '../../equipment/outside/payments.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { startReceivers, type Receivers } from '../../equipment/outside/receivers.ts';
import { startWorld, type World } from '../../equipment/servers/world.ts';

/** With 20 cycles about 10 s. With 200 cycles in full size more than 10⁵ requests, as the invariant asks. */
const REQUESTS_PER_CYCLE = { short: 100, long: 400 };
const TENANTS = 2;
const REPORTS = 3;
const MOST_PER_PHASE = 2_000;
/** Secrets of the operator. The service of hubs is away. */
const SETTINGS = {
  METRICS_TOKEN: 'canary-metrics-token-of-32-letters',
  SMS_GATEWAY_TOKEN: 'canary-token-of-the-gateway',
  ALARM_HUB_URL: 'http://127.0.0.1:9',
  ALARM_HUB_KEY: 'canary-key-of-the-hub-service',
};

/** The columns that may hold a latitude. */
const LATITUDES = ['position.lat', 'panic_position.lat'];

/** Operations that end the caller's own account or session, or that change a relation the phases change. */
const ENDINGS = /^(?:accounts\.(?:delete|change)|auth\.(?:signOut|end|start|turnOff|confirm|renew)|stream\.)/;
const RELATIONS =
  /^(?:devices\.(?:assign|end|cancel|claim|remove|register|hand|replace|bring|import)|locationAccess\.)/;

export const canaryFault: Fault = {
  name: 'canary',
  invariants: ['I-09'],
  run: (settings) => watchCanaries(settings),
};

interface Watch {
  readonly log: LogSearch;
  readonly world: World;
  readonly tenants: readonly Tenant[];
  readonly trackers: readonly CanaryTracker[];
  readonly people: readonly Person[];
  readonly positions: CanaryPositions;
  readonly secrets: CanarySecrets;
  readonly ofOperator: readonly string[];
  readonly problems: Set<string>;
  /** Requests for places beside the generated requests. */
  reads: number;
}

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* watchCanaries(
  { cycles, seed, long = false }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const log = createLogSearch();
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const [receivers, payments] = await Promise.all([startReceivers(), startPaymentService()]);
  const stopServices = () => Promise.all([receivers.stop(), payments.stop()]);
  const settings = { ...receivers.settings, ...SETTINGS, TRUST_PROXY: '1', LOG_LEVEL: 'trace' };
  const world = await startWorld({
    devices: 0,
    people: 1,
    tenants: TENANTS,
    push: receivers.push,
    payments: payments.settings,
    settings,
    onOutput: log.take,
    ...changed,
  }).catch(async (error: unknown) => {
    await stopServices();
    throw error;
  });
  const problems = new Set<string>();
  const positions = createCanaryPositions();
  let secrets: CanarySecrets | null = null;
  let heard = 0;
  const { people, closeStreams } = await signInPeople(world, TENANTS, (person, text) => {
    const before = positions.seen();
    for (const problem of [...positions.check(person, text), ...(secrets?.check(person, text) ?? [])])
      problems.add(`${problem} on the stream`);
    heard += positions.seen() - before;
  });
  const tenants = [1, 2].map((number) => ({ number, serial: serialOf(number), other: 3 - number, grantId: '' }));
  const trackers = tenants.map(({ serial }) => connectCanaryTracker(serial, world.ready().mqttPort));
  try {
    secrets = await plantEverywhere(world, tenants, people, receivers);
    const ofOperator = operatorSecrets(payments.settings);
    const watch: Watch = { log, world, tenants, trackers, people, positions, secrets, ofOperator, problems, reads: 0 };
    const total = cycles * (long ? REQUESTS_PER_CYCLE.long : REQUESTS_PER_CYCLE.short);
    const perPhase = Math.min(MOST_PER_PHASE, Math.ceil(total / phases.length));
    for (let round = 0; round * perPhase * phases.length < total; round += 1)
      yield await walk(watch, perPhase, seed + round, round === 0);
    if (heard === 0) problems.add('no stream had a position, so nothing was proved');
    yield* searchEverywhere(watch, heard);
  } finally {
    closeStreams();
    await Promise.all(trackers.map((tracker) => tracker.stop()));
    await world.dispose();
    await stopServices();
  }
}

async function plantEverywhere(
  world: World,
  tenants: readonly Tenant[],
  people: readonly Person[],
  receivers: Receivers,
): Promise<CanarySecrets> {
  const { url, person } = world.ready();
  const careful = await signInTo(
    { url, person: { ...person, email: 'bench-person-1@example.com' } },
    { 'x-forwarded-for': '10.8.250.1' },
  );
  const planted = await plantFactor(careful);
  for (const tenant of tenants) planted.push(...(await plantTenant(tenant, (name) => named(people, name), receivers)));
  return watchSecrets(planted, tenants, people);
}

const serialOf = (tenant: number): string => `Trace_K0000${tenant}`;

/** Goes through all phases once. */
async function walk(watch: Watch, requests: number, seed: number, isFirst: boolean): Promise<Outcome> {
  const { tenants, trackers, people, positions, problems } = watch;
  const [before, readsBefore] = [positions.seen(), watch.reads];
  problems.clear();
  for (const [nth, phase] of phases.entries()) {
    const report = async (tenant: Tenant): Promise<void> => {
      const tracker = trackers[tenants.indexOf(tenant)];
      await tracker?.report(positions.make(`of ${tenant.serial} ${phase.name}`, phase.allowed(tenant)));
    };
    const run = async (): Promise<void> => {
      for (const tenant of tenants) {
        await phase.change(tenant, (name) => named(people, name));
        // The server decides anew about open pages only every half second.
        await report(tenant);
      }
      await readPositions(watch, phase);
      for (let count = 0; count < REPORTS; count += 1) for (const tenant of tenants) await report(tenant);
    };
    await Promise.all([run(), callEverything(watch, { ...phase, isFirst }, requests, seed * phases.length + nth)]);
    await readPositions(watch, phase);
  }
  watch.log.search(nowhere(watch));
  const seen = positions.seen() - before;
  const leaked = problems.size;
  if (seen === 0) problems.add('nobody saw a position, so nothing was proved');
  return {
    title: `${requests * phases.length} requests with seed ${seed}`,
    problems: [...problems],
    note: `${seen} positions seen by those who may`,
    counts: { checked: requests * phases.length + watch.reads - readsBefore, leaked },
  };
}

/** All people call all endpoints with positions, for both devices. */
async function readPositions(watch: Watch, phase: Phase): Promise<void> {
  const { world, people, tenants, positions, secrets, problems } = watch;
  const today = new Date().toISOString().slice(0, 10);
  for (const { serial } of tenants)
    for (const path of placesOf(serial, today))
      await Promise.all(
        people.map(async ({ name, cookie }) => {
          watch.reads += 1;
          const answer = await fetch(world.url + path, { headers: { cookie } });
          const text = await answer.text();
          for (const problem of [...positions.check(name, text), ...secrets.check(name, text)])
            problems.add(`${problem} in ${path} (${answer.status}), phase '${phase.name}'`);
        }),
      );
}

const placesOf = (serial: string, today: string): string[] => [
  `/api/devices/${serial}/path`,
  `/api/devices/${serial}/positions?receivedSince=${Date.now() - 60_000}`,
  `/api/devices/${serial}/history/${today}`,
  `/api/devices/${serial}/history/export?format=gpx&from=${today}&to=${today}`,
  `/api/devices/${serial}/pings`,
  `/api/devices/${serial}/responses`,
  `/api/support/devices/${serial}/position`,
  `/api/support/devices/${serial}`,
  '/api/last-places',
  '/api/account/data',
];

/**
 * Ids that each tenant saw, and the serial of the tenant's device. Names and email addresses are excluded, because
 * callers would store foreign names as their own.
 */
const pools = [0, 1, 2].map((tenant) =>
  createPool((kind, value) => kind === 'id' || (kind === 'serial' && value === serialOf(tenant))),
);

async function callEverything(
  watch: Watch,
  phase: Phase & { isFirst: boolean },
  requests: number,
  seed: number,
): Promise<void> {
  const { world, people, tenants, positions, secrets, problems } = watch;
  for (const { number, serial } of tenants) pools[number]?.add('serial', serial);
  const poolFor = ({ tenant }: Person, { method }: Operation) => {
    // Writes use ids of the other tenant only, so that no write may succeed.
    const isForeign = tenant !== 0 && (method !== 'GET' || seed % 2 === 0);
    return pools[isForeign ? 3 - tenant : tenant || 1 + (seed % 2)] ?? createPool();
  };
  await fuzz({
    url: world.url,
    callers: people,
    seed,
    requests,
    mix: { valid: 0.9, mutated: 0.09 },
    slowestMs: 10_000,
    skipped: ({ id, method }, caller) => {
      const { tenant } = caller as Person;
      if (ENDINGS.test(id) || (tenant === 0 && method !== 'GET')) return true;
      // Once a device was with the other tenant, ids of its grants are known to both. Later rounds also leave the calls
      // that an account has in an hour to the phases.
      const isShared = phase.isCrossed === true || !phase.isFirst;
      return method !== 'GET' && isShared && RELATIONS.test(id);
    },
    waiting: ['ping.create', 'tracking.start', 'deviceCommands.send'],
    poolOf: (caller, operation) => poolFor(caller as Person, operation),
    onExchange: ({ caller, operation, answer }) => {
      const { name, tenant } = caller as Person;
      for (const problem of [...positions.check(name, answer.text), ...secrets.check(name, answer.text)])
        problems.add(`${problem} in ${operation.id} (${answer.status}), phase '${phase.name}'`);
      if (answer.status === 200 && String(answer.headers['content-type']).startsWith('application/json'))
        pools[tenant]?.learn(JSON.parse(answer.text) as Json);
    },
  });
}

/** Texts that belong into no log and no metric. */
const nowhere = ({ positions, secrets, ofOperator }: Watch): string[] => [
  ...positions.texts(),
  ...secrets.texts(),
  ...ofOperator,
];

/** The secrets of settings. */
function operatorSecrets(payments: string): string[] {
  const { secretKey, webhookSecret } = JSON.parse(payments) as Record<'secretKey' | 'webhookSecret', string>;
  return [SETTINGS.METRICS_TOKEN, SETTINGS.SMS_GATEWAY_TOKEN, SETTINGS.ALARM_HUB_KEY, secretKey, webhookSecret];
}

/** Searches the log, the metrics and the tables. */
async function* searchEverywhere(watch: Watch, heard: number): AsyncGenerator<Outcome> {
  const { log, world, positions, secrets, ofOperator } = watch;
  log.search(nowhere(watch));
  const headers = { authorization: `Bearer ${SETTINGS.METRICS_TOKEN}` };
  const metrics = await (await fetch(`${world.url}/metrics`, { headers })).text();
  const inLog = [...log.found()].map((text) => `the log holds ${text.slice(0, 16)}…`);
  const counts = { leaked: inLog.length };
  if (log.length() < 1_000) inLog.push('hardly anything was logged, so nothing was proved');
  yield {
    title: 'the log at level trace',
    problems: inLog,
    note: `${log.length()} characters; ${heard} positions on streams`,
    counts,
  };
  const inMetrics = nowhere(watch)
    .filter((text) => metrics.includes(text))
    .map((text) => `the metrics hold ${text.slice(0, 16)}…`);
  if (!metrics.includes('trace_')) inMetrics.push('no metrics were read');
  yield { title: 'the metrics', problems: inMetrics, note: '', counts: { leaked: inMetrics.length } };
  const { databaseUrl } = world.ready();
  const withHidden = await columnsWith(databaseUrl, [...secrets.hidden(), ...ofOperator]);
  const withSecret = await columnsWith(databaseUrl, secrets.texts());
  const withPosition = await columnsWith(databaseUrl, positions.texts());
  const problems = [
    ...withHidden.map((column) => `${column} holds a secret in clear text`),
    ...withSecret.filter((column) => !secrets.columns.has(column)).map((column) => `${column} holds a secret`),
    ...withPosition.filter((column) => !LATITUDES.includes(column)).map((column) => `${column} holds a position`),
  ];
  const leaked = problems.length;
  if (!withPosition.includes('position.lat')) problems.push('no position is stored, so nothing was proved');
  const note = `positions in ${withPosition.join(', ')}; ${secrets.kinds.length} kinds of secrets, of which addresses in ${withSecret.join(', ')}`;
  yield { title: 'all columns of all tables', problems: [...new Set(problems)], note, counts: { leaked } };
}

function named(people: readonly Person[], name: string): Person {
  const found = people.find((person) => person.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}
