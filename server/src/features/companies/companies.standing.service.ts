import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import type { CertificationPort } from '#features/certification/certification.port';
import type { Actor } from '#platform/actor/actor';
import { type AuditEntry, entryOf } from '#platform/audit/audit';
import type { PeoplePort } from '#features/people/people.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Files } from '#platform/files/files';
import type { Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import type { Secrets } from '#platform/secrets/secrets';
import type { CompanyDevices } from './companies.port.ts';
import { mayDo, type Action, type Standing } from './companies.policy.ts';
import { findCompanyFor, lockCompany, type SeenCompanyRow } from './companies.store.ts';

export interface CompaniesDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly files: Files;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  /** Where people reach the portal, without a slash at the end. */
  portalUrl(): string;
  readonly people: Pick<PeoplePort, 'accountsOf' | 'findAccountByEmail'>;
  readonly certification: Pick<CertificationPort, 'namesOf'>;
  /** The provider that another feature has registered with `CompaniesPort.useDevices`. */
  devices(): CompanyDevices;
}

export const companyPageOf = ({ portalUrl }: Pick<CompaniesDependencies, 'portalUrl'>): string =>
  `${portalUrl()}/installer/company`;

/** Where a call comes from, for the audit log. */
export interface Origin {
  readonly requestId: string;
  readonly address: string;
}

export interface Seen {
  readonly row: SeenCompanyRow;
  readonly standing: Standing;
}

/** Checks the permission, or refuses as the matrix says. The refusal is the same when the company does not exist. */
export async function decide(
  { devices }: Pick<CompaniesDependencies, 'devices'>,
  executor: Executor,
  actor: Actor,
  id: string,
  action: Action,
): Promise<Seen> {
  const row = await findCompanyFor(executor, id, actor);
  const near = standingOf(actor, row);
  const isServed =
    near === 'user' && action === 'read' && row !== null && (await devices().isUserOf(actor.accountId, row));
  const standing = isServed ? 'customer' : near;
  const verdict = mayDo(action, standing);
  if (verdict === 'forbidden') throw new Refusal('forbidden', forbiddenWords[action] ?? texts.forbidden);
  if (verdict === 'conflict') throw new Refusal('conflict', texts.ownerNotLeaving);
  if (verdict === 'not_found' || row === null) throw new Refusal('not_found', texts.notFound);
  return { row, standing };
}

/** Runs a change in a transaction under the lock of the company, so that no change uses an expired permission. */
export async function changeCompany<Result>(
  dependencies: CompaniesDependencies,
  actor: Actor,
  id: string,
  action: Action,
  work: (tx: Executor, seen: Seen) => Promise<Result>,
): Promise<Result> {
  return dependencies.database.transaction(async (tx) => {
    await lockCompany(tx, id);
    return work(tx, await decide(dependencies, tx, actor, id, action));
  });
}

function standingOf(actor: Actor, row: SeenCompanyRow | null): Standing {
  if (actor.role === 'staff') return 'staff';
  if (actor.role === 'user') return row?.isCustomer ? 'customer' : 'user';
  if (row?.isOwner) return 'owner';
  if (row?.membership === 'accepted') return 'member';
  return row?.membership === 'pending' ? 'invited' : 'installer';
}

const forbiddenWords: Partial<Record<Action, string>> = {
  useLink: texts.linkRefused,
  remove: texts.mayNotRemove,
  delete: texts.mayNotDelete,
};

export const companyEntryOf = (
  actor: Actor,
  origin: Origin,
  action: string,
  companyId: string,
  details: AuditEntry['details'] = {},
): AuditEntry => entryOf(actor.accountId, origin, action, { type: 'company', id: companyId }, details);
