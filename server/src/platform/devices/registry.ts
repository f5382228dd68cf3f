// Which serials may connect at all. Factory devices enter by themselves with their first connection (REG-07).
import { sql } from 'kysely';

import { FACTORY_SERIAL_PREFIX } from '@trace/contract/kernel/serial';

import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';

import { useOf } from './identity/renewal.rules.ts';
import type { CertificateStanding } from './identity/renewal.rules.ts';
import { activateNext } from './identity/renewal.store.ts';

export interface Applicant {
  readonly serial: string;
  /** Null on the development listener, which counts as a factory certificate. */
  readonly fingerprint: string | null;
  /** A broker has proven the serial, and Trace does not see the certificate: any valid one of the serial counts. */
  readonly isProvenByBroker?: true;
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

/** The registry entry and the certificate of an applicant, as stored. */
interface ApplicantFacts {
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
      const [facts] = await readFacts(database.sql, [applicant]);
      return facts !== undefined && judge(applicant, facts, new Set(), clock.now()) === 'admitted';
    },
    admit: (applicants) =>
      database.transaction(async (tx) => {
        const facts = await readFacts(tx, applicants);
        const newcomers = applicants.filter((applicant, index) => isNewcomer(applicant, facts[index]));
        const entered = await insertEntries(
          tx,
          newcomers.map((applicant) => applicant.serial),
          'factory',
        );
        const enteredNow = new Set(entered);
        const now = clock.now();
        const verdicts = applicants.map((applicant, index) => judge(applicant, facts[index], enteredNow, now));
        const admitted = applicants.filter((_, index) => verdicts[index] === 'admitted');
        await noteConnected(
          tx,
          admitted.map((applicant) => applicant.serial),
        );
        // The first connection with a renewed certificate.
        const renewed = admitted.filter((applicant) => facts[applicants.indexOf(applicant)]?.standing === 'next');
        for (const { serial, fingerprint } of renewed)
          if (fingerprint !== null) await activateNext(tx, serial, fingerprint, now);
        return verdicts;
      }),
  };
}

const hasCertificate = ({ fingerprint, isProvenByBroker }: Applicant): boolean =>
  fingerprint !== null || isProvenByBroker === true;

function isNewcomer(applicant: Applicant, facts: ApplicantFacts | undefined): boolean {
  if (facts === undefined || facts.isRegistered || facts.isRevoked) return false;
  const isFromFactory = !hasCertificate(applicant) || facts.kind === 'factory';
  return isFromFactory && applicant.serial.startsWith(FACTORY_SERIAL_PREFIX);
}

function judge(
  applicant: Applicant,
  facts: ApplicantFacts | undefined,
  enteredNow: Set<string>,
  now: Date,
): AdmissionVerdict {
  if (hasCertificate(applicant) && (facts === undefined || facts.kind === null)) return 'certificate_unknown';
  if (facts?.isRevoked === true) return 'certificate_revoked';
  const use = certificateUseOf(facts, now);
  if (use === 'none') return facts?.retiresAt == null ? 'certificate_ended' : 'certificate_revoked';
  if (use === 'renewal') return facts?.isRegistered === true ? 'admitted_to_renew' : 'not_in_registry';
  if (facts?.isRegistered === true || enteredNow.has(applicant.serial)) return 'admitted';
  return isNewcomer(applicant, facts) ? 'other_letter_case' : 'not_in_registry';
}

function certificateUseOf(facts: ApplicantFacts | undefined, now: Date): ReturnType<typeof useOf> {
  if (facts?.expiresAt == null) return 'daily';
  return useOf({ expiresAt: facts.expiresAt, retiresAt: facts.retiresAt }, now);
}

async function findEntry(executor: Executor, serial: string): Promise<RegistryEntry | undefined> {
  const { rows } = await sql<RegistryEntry>`
    select serial, entered_at, entered_by, first_connected_at, last_connected_at
    from device_registry where serial = ${serial}`.execute(executor);
  return rows[0];
}

/** A row per applicant, in the same order. */
async function readFacts(executor: Executor, applicants: readonly Applicant[]): Promise<ApplicantFacts[]> {
  const { rows } = await sql<ApplicantFacts>`
    select registry.serial is not null as is_registered, certificate.kind,
      coalesce(certificate.revoked_at is not null, false) as is_revoked,
      certificate.standing, certificate.expires_at, certificate.retires_at
    from unnest(
      ${applicants.map((applicant) => applicant.serial)}::text[],
      ${applicants.map((applicant) => applicant.fingerprint)}::text[],
      ${applicants.map((applicant) => applicant.isProvenByBroker === true)}::bool[]
    ) with ordinality as applicant (serial, fingerprint, is_proven_by_broker, nth)
    left join device_registry registry on registry.serial = applicant.serial
    left join lateral (
      select kind, revoked_at, standing, expires_at, retires_at from device_certificate own
      where own.serial = applicant.serial and (own.fingerprint = applicant.fingerprint
        or (applicant.is_proven_by_broker and own.expires_at > now()))
      order by revoked_at is not null, retires_at is not null, issued_at desc limit 1
    ) certificate on true
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
