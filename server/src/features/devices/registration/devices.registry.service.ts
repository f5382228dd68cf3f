import { recordAudit } from '#platform/audit/audit';
import type { Database, Executor } from '#platform/db/database';
import { enterSerials, type ClaimedSerial, type EntryOutcome } from '#platform/devices/identity/claims';
import { Refusal } from '#platform/refusal/refusal';
import { readEntry, readEntryFile } from './devices.registry-file.service.ts';

/** Rows per statement. */
const BATCH = 1_000;

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

/** Staff actions on the registry of devices (REG-11), until the back-office has a page. */
export type RegistryRecords = ReturnType<typeof createRegistryRecords>;

export function createRegistryRecords({ database }: { database: Database }) {
  return {
    /** Loads a CSV file. Stores every good row and reports every bad row. Refuses any other file. */
    load: (bytes: Uint8Array): Promise<LoadedEntry[]> => {
      const rows = readEntryFile(bytes);
      return database.transaction(async (tx) => {
        const entries = rows.flatMap((row) => ('entry' in row ? [row.entry] : []));
        const outcomes = await enterAll(tx, entries);
        const loaded = rows.map((row): LoadedEntry => {
          if ('problem' in row) return { ...bad, line: row.line, problem: row.problem };
          return present(row.line, row.entry, outcomes.get(row.entry.serial)!, row.isMade);
        });
        const counts = Object.entries(Object.groupBy(loaded, ({ outcome }) => outcome));
        const details = Object.fromEntries(counts.map(([outcome, of]) => [outcome, of.length]));
        if (loaded.some(isWritten)) await audit(tx, 'registry.load', null, details);
        return loaded;
      });
    },

    /** `code` may be empty, or the word `new`. Refuses `invalid_input`, and `conflict` for another letter case. */
    add: (serial: string, code: string): Promise<LoadedEntry> => {
      const read = readEntry(serial, code);
      if ('problem' in read) throw new Refusal('invalid_input', read.problem);
      const { entry, isMade } = read;
      return database.transaction(async (tx) => {
        const outcome = (await enterSerials(tx, [entry])).get(entry.serial)!;
        if (outcome === 'other_letter_case')
          throw new Refusal('conflict', `${entry.serial} exists with different letter case.`);
        const added = present(0, entry, outcome, isMade);
        if (isWritten(added)) await audit(tx, 'registry.add', entry.serial, { outcome, hasCode: entry.code !== null });
        return added;
      });
    },
  };
}

const bad = { serial: null, outcome: 'bad', problem: null, claimCode: null, isMade: false } as const;

const isWritten = ({ outcome }: LoadedEntry): boolean => outcome === 'entered' || outcome === 'changed';

async function enterAll(tx: Executor, entries: readonly ClaimedSerial[]): Promise<Map<string, EntryOutcome>> {
  const outcomes = new Map<string, EntryOutcome>();
  for (let from = 0; from < entries.length; from += BATCH)
    for (const [serial, outcome] of await enterSerials(tx, entries.slice(from, from + BATCH)))
      outcomes.set(serial, outcome);
  return outcomes;
}

function present(line: number, { serial, code }: ClaimedSerial, outcome: EntryOutcome, isMade: boolean): LoadedEntry {
  if (outcome !== 'other_letter_case') return { line, serial, outcome, problem: null, claimCode: code, isMade };
  return { ...bad, line, problem: `${serial} exists with different letter case` };
}

/** The console belongs to the operator and has no signed-in person. The audit log contains no code. */
async function audit(
  tx: Executor,
  action: string,
  serial: string | null,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const subject = { type: 'device', id: serial };
  await recordAudit(tx, { actorId: null, action, subject, details, requestId: null, address: null });
}
