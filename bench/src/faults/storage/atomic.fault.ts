// SCALE-01: a business action of several steps happens as a whole or not at all (invariant I-13). A fault proxy between
// server and database ends all connections at the first write of an action, then at the second, and so on until the
// action gets through; once for each action the server gets kill -9 at that moment. After each interruption every table
// is as it was before, or as after the whole action.
import { setTimeout as wait } from 'node:timers/promises';
import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { deleteCompany } from '@trace/contract/companies/companies.api';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { registerDevice, removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { createRandom } from '@trace/simulator/random';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { startDatabaseBehindProxy } from '../../equipment/servers/database-behind-proxy.ts';
import type { DatabaseBehindProxy } from '../../equipment/servers/database-behind-proxy.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import type { PortalClient } from '../../equipment/people/portal-client.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const INSTALLER = 'bench-installer@example.com';
const HEALS_WITHIN_MS = 15_000;
const NEW_USER = 'bench-person-1@example.com';
/** Each attempt has a device, a person or a company of its own, and cuts off at a later write. */
const SHORT = { attempts: 10, step: 7 };
const LONG = { attempts: 70, step: 2 };
/** Work that follows a commit, such as sending mails, is done by then. */
const SETTLE_MS = 60;
/** The attempt that kills the server too: in the middle of the transaction of each action. */
const KILLS_AT = 4;

/** Rows that only people's actions change. Queues, sessions and counters of calls change by themselves. */
const TABLES = [
  ...['company', 'company_membership', 'company_customer', 'company_invitation', 'person', 'credential'],
  ...['device', 'device_assignment', 'device_registry', 'device_certificate', 'device_taken', 'location_access'],
  ...['panic_contact', 'alert_settings', 'ping', 'ticket'],
];
/** A start of the world grants premium, which is an event too. */
const SNAPSHOT = [
  ...TABLES.map(
    (name) =>
      `select '${name}' as name, count(*)::int as rows, coalesce(sum(hashtext(t::text)::bigint), 0)::text as content from ${name} t`,
  ),
  `select 'audit ' || action, count(*)::int, count(*)::text from audit_log group by action`,
  `select 'event ' || kind, count(*)::int, count(*)::text from outbox where kind <> 'subscription' group by kind`,
].join(' union all ');

const COMPANY = 'Company';
const FIND_COMPANY = `select c.id from company c join person p on p.id = c.owner_id where p.email = $1`;
/** The picture of the logo is missing, which a deletion does not need. */
const INSERT_COMPANY = `
  with c as (
    insert into company (owner_id, name, email, created_at, updated_at)
    select id, $1, email, now(), now() from person where email = $2 returning id, owner_id
  ), logo as (
    insert into company_logo (company_id, uploaded_by) select id, owner_id from c
  )
  insert into company_membership (company_id, person_id, status, invited_at, responded_at)
  select id, owner_id, 'accepted', now(), now() from c returning company_id as id`;

type Snapshot = ReadonlyMap<string, { readonly rows: number; readonly content: string }>;

interface Scene {
  readonly world: World;
  readonly database: DatabaseBehindProxy;
  readonly installer: PortalClient['api'];
  readonly user: PortalClient['api'];
  /** Claim codes by serial, of devices that were removed. */
  readonly codes: Map<string, string>;
  readonly companies: Map<number, string>;
  readonly people: Map<number, PortalClient['api']>;
}

/** An action on the nth device, person or company. The first is undisturbed, the others are cut off. */
interface Action {
  readonly title: string;
  prepare?(scene: Scene, nth: number): Promise<void>;
  act(scene: Scene, nth: number): Promise<unknown>;
}

const remove = async ({ installer, codes }: Scene, nth: number): Promise<void> => {
  const serial = serialOf(nth);
  const call = { params: { serial }, body: { confirmation: serial } };
  const { claimCode } = await installer.call(removeDevice, call);
  if (claimCode !== null) codes.set(serial, claimCode);
};

const ignore = (): void => {};
/** A device whose assignment no action ends. */
const otherDevice = (nth: number): number => 2 * nth + 1;

/** In this order: devices that lost their user are assigned again, and removed devices are registered again. */
const ACTIONS: readonly Action[] = [
  {
    title: 'a company is deleted',
    prepare: async ({ database, companies }, nth) => {
      const { rows } = await lookInto(database.directUrl, async (client) => {
        const left = await client.query<{ id: string }>(FIND_COMPANY, [INSTALLER]);
        return left.rows.length > 0 ? left : client.query<{ id: string }>(INSERT_COMPANY, [COMPANY, INSTALLER]);
      });
      companies.set(nth, rows[0]!.id);
    },
    act: ({ installer, companies }, nth) =>
      installer.call(deleteCompany, { params: { id: companies.get(nth) ?? '' }, body: { name: COMPANY } }),
  },
  {
    title: 'an assignment ends',
    act: ({ user }, nth) => user.call(endAssignment, { params: { serial: serialOf(2 * nth) } }),
  },
  {
    title: 'a device is assigned',
    // The action before was interrupted for some of the devices.
    prepare: ({ user }, nth) =>
      user.call(endAssignment, { params: { serial: serialOf(2 * nth) } }).then(ignore, ignore),
    act: ({ installer }, nth) =>
      installer.call(assignDevice, { params: { serial: serialOf(2 * nth) }, body: { email: NEW_USER } }),
  },
  { title: 'a device is removed', act: (scene, nth) => remove(scene, otherDevice(nth)) },
  {
    title: 'a device is registered',
    prepare: async (scene, nth) => {
      // It may be removed already.
      await remove(scene, otherDevice(nth)).catch(ignore);
    },
    act: ({ installer, codes }, nth) => {
      const serialNumber = serialOf(otherDevice(nth));
      const claimCode = codes.get(serialNumber) ?? null;
      return installer.call(registerDevice, {
        body: { serialNumber, nickname: 'Van', claimCode, hub: null, sim: null },
      });
    },
  },
  {
    title: 'an account is deleted',
    prepare: async ({ world, people }, nth) => {
      const { url, person } = world.ready();
      const email = `bench-person-${nth + 1}@example.com`;
      const { api } = await signInTo({ url, person: { ...person, email } }, { 'x-forwarded-for': `10.4.0.${nth}` });
      people.set(nth, api);
    },
    act: async ({ people }, nth) => people.get(nth)?.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } }),
  },
];

export const atomicFault: Fault = {
  name: 'atomic',
  invariants: ['I-13'],
  mostlyWaits: true,
  run: (settings) => interruptActions(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* interruptActions(
  { seed, long = false }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const size = long ? LONG : SHORT;
  const cut = { in: Infinity, by: (): void => {} };
  const database = await startDatabaseBehindProxy({
    random: createRandom(seed).next,
    onBytes: () => {
      cut.in -= 1;
      if (cut.in === 0) cut.by();
      return cut.in !== 0;
    },
  });
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  try {
    const settings = { ...database.settings, TRUST_PROXY: '1' };
    const world = await startWorld({ devices: 2 * size.attempts + 1, people: size.attempts + 1, settings, ...changed });
    try {
      const { url, person } = world.ready();
      const { api } = await signInTo({ url, person: { ...person, email: INSTALLER } });
      const { api: user } = await signInTo(world.ready());
      // A device that its user has never seen has no user yet.
      await user.call(listDevices, { query: { limit: 10 } });
      const scene: Scene = {
        world,
        database,
        installer: api,
        user,
        codes: new Map(),
        companies: new Map(),
        people: new Map(),
      };
      for (const action of ACTIONS) yield await interruptOne(scene, action, cut, size);
    } finally {
      await world.dispose();
    }
  } finally {
    await database.stop();
  }
}

async function interruptOne(
  scene: Scene,
  { title, prepare, act }: Action,
  cut: { in: number; by: () => void },
  { attempts, step }: typeof SHORT,
): Promise<Outcome> {
  await prepare?.(scene, 1);
  const untouched = await snapshotOf(scene);
  await act(scene, 1);
  await wait(SETTLE_MS);
  const whole = changeOf(untouched, await snapshotOf(scene));
  const problems: string[] = [];
  let [undone, done] = [0, 0];
  for (let nth = 2; nth <= attempts && problems.length === 0; nth += 1) {
    const write = 1 + (nth - 2) * step;
    await prepare?.(scene, nth);
    const before = await snapshotOf(scene);
    const killed: Promise<void>[] = [];
    cut.by = () => {
      if (nth === KILLS_AT) killed.push(scene.world.kill());
      scene.database.proxy.reset();
    };
    cut.in = write;
    const isAnswered = await act(scene, nth).then(
      () => true,
      () => false,
    );
    const wasCut = cut.in <= 0;
    cut.in = Infinity;
    if (killed.length > 0) await Promise.all(killed);
    else if (!(await holdsWithin(HEALS_WITHIN_MS, () => isReady(scene))))
      problems.push('the server was not ready again');
    await wait(SETTLE_MS);
    const change = changeOf(before, await snapshotOf(scene));
    // A start of the world registers missing devices again.
    if (killed.length > 0) await scene.world.start();
    if (change === '') undone += 1;
    else if (change === whole) done += 1;
    else problems.push(`cut off at write ${write}, it left ${change} instead of ${whole}`);
    if (isAnswered && change !== whole) problems.push(`it was answered, and changed ${change || 'nothing'}`);
    if (!wasCut) break;
  }
  if (whole === '') problems.push('the undisturbed action changed nothing, so nothing was proved');
  if (undone === 0) problems.push('no attempt was undone, so nothing was proved');
  const note = `undone ${undone} times, done ${done} times; as a whole it changes ${whole}`;
  return { title, problems, note, counts: { checked: undone + done, lost: problems.length } };
}

async function isReady({ world }: Scene): Promise<boolean> {
  const answer = await fetch(`${world.url}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}

function snapshotOf({ database }: Scene): Promise<Snapshot> {
  return lookInto(database.directUrl, async (client) => {
    const { rows } = await client.query<{ name: string; rows: number; content: string }>(SNAPSHOT);
    return new Map(rows.map(({ name, ...rest }) => [name, rest]));
  });
}

/** Names the changed tables, such as `device -1, audit_log +1`. Empty when all rows are the same. */
function changeOf(before: Snapshot, after: Snapshot): string {
  const changes: string[] = [];
  for (const [name, { rows, content }] of after) {
    const old = before.get(name);
    const more = rows - (old?.rows ?? 0);
    if (content !== old?.content) changes.push(`${name} ${more > 0 ? '+' : ''}${more === 0 ? 'changed' : more}`);
  }
  return changes.toSorted().join(', ');
}
