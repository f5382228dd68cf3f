import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { consoleSource, type AuditSource } from '#platform/audit/audit';
import { Refusal } from '#platform/refusal/refusal';
import { auditCertification } from './certification.audit.service.ts';
import { endPending } from './certification.claims.store.ts';
import { readCertificationFile, readRecord, type FileRow } from './certification.file.service.ts';
import { normaliseNumber, validityAt, tidyName } from './certification.rules.ts';
import {
  foreseeRecords,
  lockLoading,
  searchRecords,
  updateRevoked,
  upsertRecords,
  type CertificationRecord,
  type FoundCertification,
  type LoadOutcome,
} from './certification.records.store.ts';
import {
  createStaffDecisions,
  type StaffDecisions,
  type StaffDecisionsDependencies,
} from './certification.staff.service.ts';

/** Number of rows per statement. */
const BATCH = 1_000;
const MOST_FOUND = 50;

export interface LoadedRow {
  readonly line: number;
  readonly number: string | null;
  readonly outcome: LoadOutcome | 'bad';
  /** The problem of a bad row. */
  readonly problem: string | null;
}

export interface LoadOptions {
  /** Only foretells the outcome of each row. */
  readonly isDryRun?: boolean;
  readonly source?: AuditSource;
}

export interface SearchOptions {
  /** The last number of the page before. */
  readonly after?: string;
  readonly limit?: number;
}

export interface ListedCertification extends FoundCertification {
  readonly state: 'valid' | 'expiring' | 'ended';
}

export interface NewCertification {
  readonly number: string;
  readonly email: string;
  readonly fullName: string;
  /** `YYYY-MM-DD`, the last day; empty for none. */
  readonly expiresAt: string;
}

/** The actions of staff on the records of the training provider (CERT-08). */
export interface CertificationRecords extends StaffDecisions {
  /** Loads a CSV file: stores every good row and reports every bad row. Refuses any other file. */
  load(bytes: Uint8Array, options?: LoadOptions): Promise<LoadedRow[]>;
  /** Refuses `invalid_input`, and `conflict` for a number that is revoked or, unless `mayChange`, has other details. */
  add(
    certification: NewCertification,
    how?: { mayChange: boolean; source: AuditSource },
  ): Promise<{ number: string; outcome: LoadOutcome }>;
  /** Also ends a pending claim. Refuses `not_found`. The console gives no reason. */
  revoke(
    number: string,
    how?: { reason: string; source: AuditSource },
  ): Promise<{ number: string; outcome: 'revoked' | 'already' }>;
  search(text: string, options?: SearchOptions): Promise<{ found: ListedCertification[]; hasMore: boolean }>;
}

export function createCertificationRecords(dependencies: StaffDecisionsDependencies): CertificationRecords {
  const { database, clock } = dependencies;

  const foresee = async (rows: readonly FileRow[]): Promise<LoadedRow[]> => {
    const outcomes = await inBatches(firstOfEach(rows), (batch) => foreseeRecords(database.sql, batch));
    return rows.map((row) => present(row, outcomes));
  };

  const loadRows = (rows: readonly FileRow[], source: AuditSource): Promise<LoadedRow[]> =>
    database.transaction(async (tx) => {
      await lockLoading(tx);
      const outcomes = await inBatches(firstOfEach(rows), (batch) => upsertRecords(tx, batch, clock.now()));
      const loaded = rows.map((row) => present(row, outcomes));
      const counts = Object.fromEntries(
        Object.entries(Object.groupBy(loaded, ({ outcome }) => outcome)).map(([name, of]) => [name, of.length]),
      );
      if (loaded.some(({ outcome }) => outcome === 'added' || outcome === 'changed'))
        await auditCertification(tx, 'certification.load', null, { ...source, details: counts });
      return loaded;
    });

  return {
    ...createStaffDecisions(dependencies),
    load: (bytes, { isDryRun = false, source = consoleSource } = {}) => {
      const rows = withoutRepeats(readCertificationFile(bytes));
      return isDryRun ? foresee(rows) : loadRows(rows, source);
    },
    add: async (
      { number, email, fullName, expiresAt },
      { mayChange, source } = { mayChange: true, source: consoleSource },
    ) => {
      const given = { certification_number: number, full_name: fullName, email, expires_at: expiresAt };
      const read = readRecord(given);
      if ('problem' in read) throw new Refusal('invalid_input', read.problem);
      return database.transaction(async (tx) => {
        await lockLoading(tx);
        const outcome = (await upsertRecords(tx, [read.record], clock.now())).get(read.record.number)!;
        if (outcome === 'revoked') throw new Refusal('conflict', `${read.record.number} is revoked and stays so.`);
        // A mistyped number would give the certification of another installer a wrong name.
        if (outcome === 'changed' && !mayChange) throw new Refusal('conflict', texts.onRecord(read.record.number));
        if (outcome !== 'unchanged')
          await auditCertification(tx, 'certification.add', read.record.number, { ...source, details: { outcome } });
        return { number: read.record.number, outcome };
      });
    },
    revoke: (typed, how) =>
      database.transaction(async (tx) => {
        const number = normaliseNumber(typed);
        const at = clock.now();
        const revoked = await updateRevoked(tx, number, { at, reason: how?.reason ?? null });
        if (revoked === undefined) throw new Refusal('not_found', `Certification ${tidyName(typed)} not found.`);
        const { id, outcome } = revoked;
        if (outcome === 'already') return { number, outcome };
        await auditCertification(tx, 'certification.revoke', number, how?.source);
        if (await endPending(tx, id, { outcome: 'released', at }))
          await auditCertification(tx, 'certification.release', number, how?.source);
        return { number, outcome };
      }),
    search: async (text, { after, limit = MOST_FOUND } = {}) => {
      const rows = await searchRecords(database.sql, tidyName(text), { after: after ?? '', limit: limit + 1 });
      const found = rows.slice(0, limit).map((row) => ({ ...row, state: validityAt(row, clock.now()).state }));
      return { found, hasMore: rows.length > limit };
    },
  };
}

/** A number that stands in the file twice with different words: the later row is bad, the first counts. */
function withoutRepeats(rows: readonly FileRow[]): FileRow[] {
  const seen = new Map<string, { line: number; content: string }>();
  return rows.map((row) => {
    if ('problem' in row) return row;
    const content = JSON.stringify(row.record);
    const first = seen.get(row.record.number);
    if (first === undefined) seen.set(row.record.number, { line: row.line, content });
    if (first === undefined || first.content === content) return row;
    return { line: row.line, problem: `${row.record.number} is already in row ${first.line}, with different details` };
  });
}

function firstOfEach(rows: readonly FileRow[]): CertificationRecord[] {
  const byNumber = new Map<string, CertificationRecord>();
  for (const row of rows) if ('record' in row) byNumber.set(row.record.number, row.record);
  return [...byNumber.values()];
}

async function inBatches(
  records: readonly CertificationRecord[],
  outcomesOf: (batch: readonly CertificationRecord[]) => Promise<ReadonlyMap<string, LoadOutcome>>,
): Promise<ReadonlyMap<string, LoadOutcome>> {
  const outcomes = new Map<string, LoadOutcome>();
  for (let from = 0; from < records.length; from += BATCH)
    for (const [number, outcome] of await outcomesOf(records.slice(from, from + BATCH))) outcomes.set(number, outcome);
  return outcomes;
}

function present(row: FileRow, outcomes: ReadonlyMap<string, LoadOutcome>): LoadedRow {
  if ('problem' in row) return { line: row.line, number: null, outcome: 'bad', problem: row.problem };
  const { number } = row.record;
  return { line: row.line, number, outcome: outcomes.get(number)!, problem: null };
}
