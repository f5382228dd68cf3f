// Which serials may connect at all. Factory devices enter by themselves with their first connection (REG-07).
import { sql } from 'kysely';

import { FACTORY_SERIAL_PREFIX } from '@trace/contract/kernel/serial';

import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';

import { useOf } from './identity/renewal.rules.ts';
import type { Standing as CertificateStanding } from './identity/renewal.rules.ts';
import { activateNext } from './identity/renewal.store.ts';

export interface Applicant {
  readonly serial: string;
  /** Null on the development listener, which counts as a factory certificate. */
  readonly fingerprint: string | null;
}

export type AdmissionVerdict =
  | 'admitted'
  /** The certificate has ended a while ago: the device may renew it and do nothing else. */
  | 'admitted_to_renew'
  | 'not_in_registry'
  | 'other_letter_case'
  | 'certificate_unknown'
  | 'certificate_revoked'
  | 'certificate_ended';

export interface RegistryEntry {
  serial: string;
  enteredAt: Date;
  enteredBy: 'factory' | 'staff';
  firstConnectedAt: Date | null;
  lastConnectedAt: Date | null;
}

export interface Registry {
  find(serial: string): Promise<RegistryEntry | undefined>;
  /** Adds a serial by hand. Returns `other_letter_case` when the serial exists in another spelling. */
  enter(serial: string): Promise<'entered' | 'known' | 'other_letter_case'>;
  /** Whether a device that presents this certificate may enter. Changes nothing, so unknown serials stay outside. */
  isKnown(applicant: { serial: string; fingerprint: string }): Promise<boolean>;
  /** Returns one verdict per applicant, in their order. Adds unknown serials with a factory certificate. */
  admit(applicants: readonly Applicant[]): Promise<AdmissionVerdict[]>;
}

interface Standing {
  isRegistered: boolean;
  kind: 'factory' | 'operational' | null;
  isRevoked: boolean;
  standing: CertificateStanding | null;
  expiresAt: Date | null;
  retiresAt: Date | null;
}

export function createRegistry(database: Database, clock: Clock): Registry {
  return {
    find: (serial) => findEntry(database.sql, serial),
    enter: async (serial) => {
      const [entered] = await insertEntries(database.sql, [serial], 'staff');
      if (entered !== undefined) return 'entered';
      return (await findEntry(database.sql, serial)) === undefined ? 'other_letter_case' : 'known';
    },
    isKnown: async (applicant) => {
      const [standing] = await readStandings(database.sql, [applicant]);
      return standing !== undefined && judge(applicant, standing, new Set(), clock.now()) === 'admitted';
    },
    admit: (applicants) =>
      database.transaction(async (tx) => {
        const standings = await readStandings(tx, applicants);
        const newcomers = applicants.filter((applicant, index) => isNewcomer(applicant, standings[index]));
        const entered = await insertEntries(
          tx,
          newcomers.map((applicant) => applicant.serial),
          'factory',
        );
        const enteredNow = new Set(entered);
        const now = clock.now();
        const verdicts = applicants.map((applicant, index) => judge(applicant, standings[index], enteredNow, now));
        const admitted = applicants.filter((_, index) => verdicts[index] === 'admitted');
        await noteConnected(
          tx,
          admitted.map((applicant) => applicant.serial),
        );
        // The first connection with a renewed certificate.
        const renewed = admitted.filter((applicant) => standings[applicants.indexOf(applicant)]?.standing === 'next');
        for (const { serial, fingerprint } of renewed) await activateNext(tx, serial, fingerprint!, now);
        return verdicts;
      }),
  };
}

function isNewcomer({ serial, fingerprint }: Applicant, standing: Standing | undefined): boolean {
  if (standing === undefined || standing.isRegistered || standing.isRevoked) return false;
  const isFromFactory = fingerprint === null || standing.kind === 'factory';
  return isFromFactory && serial.startsWith(FACTORY_SERIAL_PREFIX);
}

function judge(
  applicant: Applicant,
  standing: Standing | undefined,
  enteredNow: Set<string>,
  now: Date,
): AdmissionVerdict {
  if (applicant.fingerprint !== null && (standing === undefined || standing.kind === null))
    return 'certificate_unknown';
  if (standing?.isRevoked === true) return 'certificate_revoked';
  const use = certificateUseOf(standing, now);
  if (use === 'none') return standing?.retiresAt == null ? 'certificate_ended' : 'certificate_revoked';
  if (use === 'renewal') return standing?.isRegistered === true ? 'admitted_to_renew' : 'not_in_registry';
  if (standing?.isRegistered === true || enteredNow.has(applicant.serial)) return 'admitted';
  return isNewcomer(applicant, standing) ? 'other_letter_case' : 'not_in_registry';
}

function certificateUseOf(standing: Standing | undefined, now: Date): ReturnType<typeof useOf> {
  if (standing?.expiresAt == null) return 'daily';
  return useOf({ expiresAt: standing.expiresAt, retiresAt: standing.retiresAt }, now);
}

async function findEntry(executor: Executor, serial: string): Promise<RegistryEntry | undefined> {
  const { rows } = await sql<RegistryEntry>`
    select serial, entered_at, entered_by, first_connected_at, last_connected_at
    from device_registry where serial = ${serial}`.execute(executor);
  return rows[0];
}

/** A row per applicant, in the same order. */
async function readStandings(executor: Executor, applicants: readonly Applicant[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select registry.serial is not null as is_registered, certificate.kind,
      coalesce(certificate.revoked_at is not null, false) as is_revoked,
      certificate.standing, certificate.expires_at, certificate.retires_at
    from unnest(
      ${applicants.map((applicant) => applicant.serial)}::text[],
      ${applicants.map((applicant) => applicant.fingerprint)}::text[]
    ) with ordinality as applicant (serial, fingerprint, nth)
    left join device_registry registry on registry.serial = applicant.serial
    left join device_certificate certificate
      on certificate.fingerprint = applicant.fingerprint and certificate.serial = applicant.serial
    order by applicant.nth`.execute(executor);
  return rows;
}

/** The serials that were new. Sorted, so that two processes never wait for each other. */
async function insertEntries(
  executor: Executor,
  serials: readonly string[],
  by: 'factory' | 'staff',
): Promise<string[]> {
  if (serials.length === 0) return [];
  const { rows } = await sql<{ serial: string }>`
    insert into device_registry (serial, entered_by)
    select distinct serial, ${by} from unnest(${serials}::text[]) as newcomer (serial) order by serial
    on conflict do nothing returning serial`.execute(executor);
  return rows.map((row) => row.serial);
}

async function noteConnected(executor: Executor, serials: readonly string[]): Promise<void> {
  if (serials.length === 0) return;
  await sql`
    update device_registry set
      first_connected_at = coalesce(first_connected_at, now()),
      last_connected_at = now()
    where serial in (
      select serial from device_registry where serial = any(${serials}::text[]) order by serial for update
    )`.execute(executor);
}
