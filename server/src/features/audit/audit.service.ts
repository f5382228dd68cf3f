import { auditRules } from '@trace/contract/audit/audit.rules';
import type { AuditEntryView, AuditTotal } from '@trace/contract/audit/audit.schema';
import type { PeoplePort } from '#features/people/people.port';
import { countAuditEntries } from '#platform/audit/audit-size';
import type { Database } from '#platform/db/database';
import {
  countMatching,
  listActions,
  listEntries,
  listMatching,
  listSubjectTypes,
  type AuditMatch,
  type AuditRow,
  type PageOf,
} from './audit.store.ts';

/** Staff members that a search by email looks for at most. */
const MOST_STAFF = 50;

export interface AuditDependencies {
  readonly database: Database;
  readonly people: PeoplePort;
}

export interface AuditPage {
  entries: AuditEntryView[];
  next: string | null;
  total: AuditTotal | null;
}

interface Found {
  readonly rows: readonly AuditRow[];
  readonly total: AuditTotal;
}

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService({ database, people }: AuditDependencies) {
  const matchOf = async (text: string): Promise<AuditMatch> => {
    const [actions, subjectTypes, actorIds] = await Promise.all([
      listActions(database.sql),
      listSubjectTypes(database.sql),
      people.findIds(text, { isStaff: true, limit: MOST_STAFF }),
    ]);
    const hasText = (name: string): boolean => name.toLowerCase().includes(text.toLowerCase());
    return {
      actions: actions.filter(hasText),
      subjectTypes: subjectTypes.filter(hasText),
      actorIds,
      subjectId: text,
    };
  };

  const searchFor = (text: string, page: PageOf): Promise<Found> =>
    matchOf(text).then((match) =>
      database.transaction(async (tx) => {
        const { mostCounted } = auditRules;
        const count = await countMatching(tx, match);
        const rows = await listMatching(tx, match, page, count);
        return { rows, total: { count: Math.min(count, mostCounted), isMore: count > mostCounted } };
      }),
    );

  const readAll = async (page: PageOf): Promise<Found> => {
    const [rows, count] = await Promise.all([listEntries(database.sql, page), countAuditEntries(database.sql)]);
    return { rows, total: { count, isMore: false } };
  };

  const present = async (rows: readonly AuditRow[]): Promise<AuditEntryView[]> => {
    const accounts = await people.accountsOf([...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]);
    return rows.map(({ id, action, actorId, subjectType, subjectId, details, createdAt }) => ({
      ...{ id, action, actorId, details },
      targetType: subjectType,
      targetId: subjectId,
      staffEmail: actorId === null ? null : (accounts.get(actorId)?.email ?? null),
      createdAt: createdAt.toISOString(),
    }));
  };

  return {
    async list({ search, after }: { search?: string | undefined; after?: string | undefined }): Promise<AuditPage> {
      const page = { before: after ?? null, limit: auditRules.pageSize + 1 };
      const { rows, total } = await (search === undefined || search === '' ? readAll(page) : searchFor(search, page));
      const shown = rows.slice(0, auditRules.pageSize);
      return {
        entries: await present(shown),
        next: rows.length > shown.length ? shown.at(-1)!.id : null,
        total: after === undefined ? total : null,
      };
    },
  };
}
