import type { ImportReport, ImportRow } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { Actor } from '#platform/actor/actor';
import type { CallOrigin } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import type { ImportBatch, ImportOutcome } from './devices.import-batch.service.ts';
import { isBad, readImport, type ImportedDevice, type ImportFile } from './devices.import-file.service.ts';
import { mayRegister } from '../devices.policy.ts';
import { requireCertification, type RegistrationDependencies } from './devices.registration.service.ts';

export type ImportService = ReturnType<typeof createImportService>;

export interface ImportDependencies {
  certification: RegistrationDependencies['certification'];
  log: Log;
  /** Shows how far an import is. */
  onImportProgress(accountId: string, progress: { importId: string; done: number; total: number }): void;
}

/** Rows per transaction: enough for speed, few enough to keep other transactions from waiting long. */
const BATCH = 200;

export function createImportService(dependencies: ImportDependencies, importBatch: ImportBatch) {
  const { log, onImportProgress } = dependencies;
  const running = new Set<string>();

  /** The certification can end while a long import runs. */
  const importCertified: ImportBatch = async (actor, ...batch) => {
    await requireCertification(dependencies, actor);
    return importBatch(actor, ...batch);
  };

  /** Imports the batches in sequence while the caller waits. Returns the outcome of each processed line. */
  const importAll = async (
    actor: Actor,
    origin: CallOrigin,
    rows: readonly ImportedDevice[],
    how: { isDryRun: boolean; signal: AbortSignal; reportProgress: (done: number) => void },
  ): Promise<Map<number, ImportOutcome>> => {
    const outcomeOfLine = new Map<number, ImportOutcome>();
    for (let from = 0; from < rows.length && !how.signal.aborted; from += BATCH) {
      how.reportProgress(from);
      const batch = rows.slice(from, from + BATCH);
      const outcomes = await importCertified(actor, origin, batch, how.isDryRun).catch((error: unknown) => {
        if (error instanceof Refusal) return refusedWith(batch, error.message);
        // Only this batch is rolled back. The other batches are unaffected.
        log.error({ err: error }, 'Storing an import batch failed, its rows are reported as refused');
        return refusedWith(batch, texts.importFailed);
      });
      for (const [index, { line }] of batch.entries()) outcomeOfLine.set(line, outcomes[index]!);
    }
    return outcomeOfLine;
  };

  return {
    /**
     * Registers and assigns the devices of a CSV file as single calls would, and returns the outcome of each row.
     * Completed rows stay when the caller disconnects. Refuses any other file.
     */
    async importFile(
      actor: Actor,
      origin: CallOrigin,
      { importId, isDryRun, signal }: { importId: string; isDryRun: boolean; signal: AbortSignal },
      bytes: Uint8Array,
    ): Promise<ImportReport> {
      if (mayRegister(actor) !== 'allowed') throw new Refusal('forbidden', texts.onlyInstallers);
      await requireCertification(dependencies, actor);
      const file = readImport(bytes);
      const { rows } = file;
      if (running.has(actor.accountId)) throw new Refusal('conflict', texts.importRunning);
      running.add(actor.accountId);
      try {
        const good = rows.filter((row): row is ImportedDevice => !isBad(row));
        const bad = rows.length - good.length;
        const reportProgress = (done: number): void =>
          onImportProgress(actor.accountId, { importId, done: bad + done, total: rows.length });
        const outcomes = await importAll(actor, origin, good, { isDryRun, signal, reportProgress });
        reportProgress(good.length);
        return report(isDryRun, file, outcomes);
      } finally {
        running.delete(actor.accountId);
      }
    },
  };
}

const refusedWith = (rows: readonly ImportedDevice[], problem: string): ImportOutcome[] =>
  rows.map(() => ({ outcome: 'refused', problem }));

function report(dryRun: boolean, file: ImportFile, outcomes: ReadonlyMap<number, ImportOutcome>): ImportReport {
  const rows = file.rows.map((row): ImportRow => {
    const { line, serial: serialNumber } = row;
    if (isBad(row)) return { line, serialNumber, outcome: 'refused', problem: row.problem };
    const outcome = outcomes.get(line) ?? { outcome: 'refused', problem: texts.importStopped };
    return { line, serialNumber, ...outcome };
  });
  const refused = rows.filter(({ outcome }) => outcome === 'refused').length;
  return { dryRun, rows, counts: { good: rows.length - refused, refused }, guessedName: file.guessedName };
}
