import { consoleSource, recordAudit, type AuditSource } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import { enterSerials, foreseeSerials, type ClaimedSerial, type EntryOutcome } from '#platform/devices/identity/claims';
import { Refusal } from '#platform/refusal/refusal';
import { readEntry, readEntryFile, type EntryRow } from './devices.registry-file.service.ts';
import { searchRegistry, type RegistryEntryRow } from './devices.registry.store.ts';

/** Rows per statement. */
const BATCH = 1_000;

export type { RegistryEntryRow } from './devices.registry.store.ts';

export interface LoadedEntry {
  readonly line: number;
  readonly serial: string | null;
  readonly outcome: EntryOutcome | 'bad';
  readonly problem: string | null;
  /** The code on the label, shown only now. */
  readonly claimCode: string | null;
  /** The code was made here. */
  readonly isMade: boolean;
}

export interface LoadOptions {
  /** Only foretells the outcome of each row. */
  readonly isDryRun?: boolean;
  readonly source?: AuditSource;
}

/** The actions of staff on the registry of devices (REG-11), in the portal and at the console. */
export type RegistryRecords = ReturnType<typeof createRegistryRecords>;

export function createRegistryRecords({ database }: { database: Database }) {
  return {
    /** Loads a CSV file. Stores every good row and reports every bad row. Refuses any other file. */
    load: async (
      bytes: Uint8Array,
      { isDryRun = false, source = consoleSource }: LoadOptions = {},
    ): Promise<LoadedEntry[]> => {
      const rows = readEntryFile(bytes);
      const entries = rows.flatMap((row) => ('entry' in row ? [row.entry] : []));
      if (isDryRun) return presentAll(rows, await inBatches(entries, (batch) => foreseeSerials(database.sql, batch)));
      return database.transaction(async (tx) => {
        const loaded = presentAll(rows, await inBatches(entries, (batch) => enterSerials(tx, batch)));
        const counts = Object.entries(Object.groupBy(loaded, ({ outcome }) => outcome));
        const details = Object.fromEntries(counts.map(([outcome, of]) => [outcome, of.length]));
        if (loaded.some(isWritten)) await audit(tx, source, 'registry.load', null, details);
        return loaded;
      });
    },

    /** `code` may be empty, or the word `new`. Refuses `invalid_input`, and `conflict` for another letter case. */
    add: (serial: string, code: string, source: AuditSource = consoleSource): Promise<LoadedEntry> => {
      const read = readEntry(serial, code);
      if ('problem' in read) throw new Refusal('invalid_input', read.problem);
      const { entry, isMade } = read;
      return database.transaction(async (tx) => {
        const outcome = (await enterSerials(tx, [entry])).get(entry.serial)!;
        if (outcome === 'other_letter_case')
          throw new Refusal('conflict', `${entry.serial} exists with different letter case.`);
        const added = present(0, entry, outcome, isMade);
        if (isWritten(added))
          await audit(tx, source, 'registry.add', entry.serial, { outcome, hasCode: entry.code !== null });
        return added;
      });
    },

    /** Entries behind the serial `after` whose serial contains the text. */
    search: (text: string, page: { after: string; limit: number }): Promise<RegistryEntryRow[]> =>
      searchRegistry(database.sql, text, page),

    /** Records that labels, and so claim codes, were printed. */
    recordLabels: (source: AuditSource, count: number): Promise<void> =>
      audit(database.sql, source, 'registry.labels', null, { count }),
  };
}

const bad = { serial: null, outcome: 'bad', problem: null, claimCode: null, isMade: false } as const;

const isWritten = ({ outcome }: LoadedEntry): boolean => outcome === 'entered' || outcome === 'changed';

async function inBatches(
  entries: readonly ClaimedSerial[],
  outcomesOf: (batch: readonly ClaimedSerial[]) => Promise<ReadonlyMap<string, EntryOutcome>>,
): Promise<ReadonlyMap<string, EntryOutcome>> {
  const outcomes = new Map<string, EntryOutcome>();
  for (let from = 0; from < entries.length; from += BATCH)
    for (const [serial, outcome] of await outcomesOf(entries.slice(from, from + BATCH))) outcomes.set(serial, outcome);
  return outcomes;
}

const presentAll = (rows: readonly EntryRow[], outcomes: ReadonlyMap<string, EntryOutcome>): LoadedEntry[] =>
  rows.map((row) => {
    if ('problem' in row) return { ...bad, line: row.line, problem: row.problem };
    return present(row.line, row.entry, outcomes.get(row.entry.serial)!, row.isMade);
  });

function present(line: number, { serial, code }: ClaimedSerial, outcome: EntryOutcome, isMade: boolean): LoadedEntry {
  if (outcome !== 'other_letter_case') return { line, serial, outcome, problem: null, claimCode: code, isMade };
  return { ...bad, line, problem: `${serial} exists with different letter case` };
}

/** The audit log contains no code. */
async function audit(
  tx: Executor,
  source: AuditSource,
  action: string,
  serial: string | null,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const subject = { type: 'device', id: serial };
  await recordAudit(tx, { action, subject, details, ...source });
}
