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
import { mayDo, type Action, type CallerRelation } from './companies.policy.ts';
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
  readonly certification: Pick<CertificationPort, 'namesOf' | 'onEnded'>;
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

export interface PermittedCompany {
  readonly row: SeenCompanyRow;
  readonly relation: CallerRelation;
}

/** Checks the permission, or refuses as the matrix says. The refusal is the same when the company does not exist. */
export async function requirePermission(
  { devices }: Pick<CompaniesDependencies, 'devices'>,
  executor: Executor,
  actor: Actor,
  id: string,
  action: Action,
): Promise<PermittedCompany> {
  const row = await findCompanyFor(executor, id, actor);
  const ownRelation = relationOf(actor, row);
  const isServed =
    ownRelation === 'user' && action === 'read' && row !== null && (await devices().isUserOf(actor.accountId, row));
  const relation = isServed ? 'customer' : ownRelation;
  const verdict = mayDo(action, relation);
  if (verdict === 'forbidden') throw new Refusal('forbidden', forbiddenWords[action] ?? texts.forbidden);
  if (verdict === 'conflict') throw new Refusal('conflict', texts.ownerNotLeaving);
  if (verdict === 'not_found' || row === null) throw new Refusal('not_found', texts.notFound);
  return { row, relation };
}

/** Runs a change in a transaction under the lock of the company, so that no change uses an expired permission. */
export async function changeCompany<Result>(
  dependencies: CompaniesDependencies,
  actor: Actor,
  id: string,
  action: Action,
  work: (tx: Executor, company: PermittedCompany) => Promise<Result>,
): Promise<Result> {
  return dependencies.database.transaction(async (tx) => {
    await lockCompany(tx, id);
    return work(tx, await requirePermission(dependencies, tx, actor, id, action));
  });
}

function relationOf(actor: Actor, row: SeenCompanyRow | null): CallerRelation {
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
