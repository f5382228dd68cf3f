// COMP-07, IDEV-04, LOCREQ-01: a single call of many parallel calls wins (invariant I-14). An installer makes fifty
// invitation links of a company at once, assigns a device fifty times to different people, and requests access to a
// device fifty times. In the end a single link, assignment and request is active.
import { makeInvitationLink } from '@trace/contract/companies/companies.api';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { ApiError, type ApiClient } from '@trace/contract/kernel/client';
import { requestAccess } from '@trace/contract/location-access/location-access.api';
import { lookInto } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { startWorld } from '../../equipment/servers/world.ts';

const INSTALLER = 'bench-installer@example.com';
const AT_ONCE = 50;
const PEOPLE = 5;
const [GIVEN_BACK, FOLLOWED] = [serialOf(1), serialOf(2)];
/** The picture of the logo is missing, which a link does not need. */
const INSERT_COMPANY = `
  with c as (
    insert into company (owner_id, name, email, created_at, updated_at)
    select id, 'Company', email, now(), now() from person where email = $1 returning id, owner_id
  ), logo as (
    insert into company_logo (company_id, uploaded_by) select id, owner_id from c
  )
  insert into company_membership (company_id, person_id, status, invited_at, responded_at)
  select id, owner_id, 'accepted', now(), now() from c returning company_id as id`;

interface Race {
  readonly title: string;
  readonly call: (installer: ApiClient, nth: number, companyId: string) => Promise<unknown>;
  /** Whether each call wins in turn. Otherwise the first call wins and the other calls get a conflict. */
  readonly allWin: boolean;
  /** Counts the active rows. */
  readonly active: string;
}

const RACES: readonly Race[] = [
  {
    title: 'invitation links of a company',
    call: (installer, _nth, id) => installer.call(makeInvitationLink, { params: { id } }),
    allWin: true,
    active: 'select count(*)::int as count from company_invitation where ended_at is null',
  },
  {
    title: 'assignments of a device',
    call: (installer, nth) =>
      installer.call(assignDevice, {
        params: { serial: GIVEN_BACK },
        body: { email: `bench-person-${1 + (nth % PEOPLE)}@example.com` },
      }),
    allWin: false,
    active: `select count(*)::int as count from device_assignment a join device d on d.id = a.device_id
      where d.serial = '${GIVEN_BACK}' and a.ended_at is null`,
  },
  {
    title: 'requests for access to a location',
    call: (installer) => installer.call(requestAccess, { params: { serial: FOLLOWED }, body: { minutes: 5 } }),
    allWin: false,
    active: `select count(*)::int as count from location_access where status = 'pending'`,
  },
];

export const racesFault: Fault = {
  name: 'races',
  invariants: ['I-14'],
  run: (settings) => raceForOne(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* raceForOne(_settings: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: 2, people: PEOPLE, ...changed });
  try {
    const { url, person, databaseUrl } = world.ready();
    const { api: installer } = await signInTo({ url, person: { ...person, email: INSTALLER } });
    const { api: user } = await signInTo({ url, person });
    // A device that its user has never seen has no user yet.
    await user.call(listDevices, { query: { limit: 10 } });
    await user.call(endAssignment, { params: { serial: GIVEN_BACK } });
    const companyId = await lookInto(databaseUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>(INSERT_COMPANY, [INSTALLER]);
      return rows[0]!.id;
    });
    for (const race of RACES) yield await runRace(race, installer, companyId, databaseUrl);
  } finally {
    await world.dispose();
  }
}

async function runRace(
  { title, call, allWin, active }: Race,
  installer: ApiClient,
  companyId: string,
  databaseUrl: string,
): Promise<Outcome> {
  const calls = Array.from({ length: AT_ONCE }, (_, nth) => call(installer, nth, companyId).then(() => 'done', codeOf));
  const answers = await Promise.all(calls);
  const counts = [...Map.groupBy(answers, (answer) => answer)].map(([answer, { length }]) => `${length} × ${answer}`);
  const count = await lookInto(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(active);
    return rows[0]!.count;
  });
  const expected = allWin ? [`${AT_ONCE} × done`] : ['1 × done', `${AT_ONCE - 1} × conflict`];
  const problems = count === 1 ? [] : [`${count} are active`];
  if (counts.toSorted().join() !== expected.toSorted().join()) problems.push(`the answers were ${counts.join(', ')}`);
  return {
    title: `${AT_ONCE} ${title} at once`,
    problems,
    note: counts.join(', '),
    counts: { checked: AT_ONCE, doubled: Math.max(0, count - 1) },
  };
}

const codeOf = (error: unknown): string =>
  error instanceof ApiError ? (error.refusal?.code ?? String(error.status)) : String(error);
