import type { ImportReport, ImportRow } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { Actor } from '#platform/actor/actor';
import type { Bus } from '#platform/bus/bus';
import type { Database, Tx } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import type { AssignmentService } from '../assignment/devices.assignment.service.ts';
import { deviceRegistered } from '../devices.events.ts';
import type { ImportAssignment, OwnDevice } from './devices.import-assignment.service.ts';
import { isBad, readImport, type FileRow, type ImportedDevice } from './devices.import-file.service.ts';
import { letListWait, writeList } from './devices.import.store.ts';
import { mayRegister } from '../devices.policy.ts';
import type { Registered, Registrant, BulkRegistration } from './devices.bulk-registration.service.ts';
import { asRegistrant, requireCertification, type RegistrationDependencies } from './devices.registration.service.ts';

export type ImportService = ReturnType<typeof createImportService>;

export interface ImportDependencies extends Omit<RegistrationDependencies, 'enrolment'> {
  database: Database;
  bus: Bus;
  log: Log;
  /** Shows how far an import is. */
  onImportProgress(accountId: string, progress: { importId: string; done: number; total: number }): void;
}

/** Rows per transaction: enough for speed, few enough to keep other transactions from waiting long. */
const BATCH = 200;

type Outcome = Pick<ImportRow, 'outcome' | 'problem'>;

interface Stored {
  readonly registered: readonly Registered[];
  readonly outcomes: Outcome[];
  /** Addresses without a confirmed account. */
  readonly waiting: readonly string[];
}

export function createImportService(
  dependencies: ImportDependencies,
  registrar: BulkRegistration,
  assignment: Pick<AssignmentService, 'takeEffect'>,
  many: ImportAssignment,
) {
  const { database, bus, log, onImportProgress } = dependencies;
  const running = new Set<string>();

  /** Registers the rows of a batch and assigns the rows with an address, in a single transaction. */
  const store = async (tx: Tx, by: Registrant, rows: readonly ImportedDevice[], isDryRun: boolean): Promise<Stored> => {
    await letListWait(tx);
    await many.holdAccounts(
      tx,
      rows.flatMap(({ email }) => email ?? []),
    );
    const registered = await registrar.register(tx, by, rows, isDryRun);
    const outcomes = registered.map(outcomeOf);
    const isOpen = ({ email }: ImportedDevice, index: number): boolean =>
      email !== null && outcomes[index]!.problem === texts.alreadyRegistered;
    // A row with an address, for a device that the caller registered before, is only assigned.
    const own = await many.ownOf(
      tx,
      by,
      rows.filter(isOpen).map(({ serial }) => serial),
    );
    if (isDryRun) return { registered, outcomes: foreseen(rows, outcomes, own), waiting: [] };
    const ownIds = new Map(own.map(({ serial, deviceId }) => [serial, deviceId]));
    const devices = rows.flatMap(({ serial, email }, index) => {
      const result = registered[index]!;
      const deviceId = 'deviceId' in result ? result.deviceId : (ownIds.get(serial) ?? null);
      return deviceId === null || email === null ? [] : [{ deviceId, serial, email, index }];
    });
    const { refused, waiting } = await many.assignAll(tx, by, devices);
    const written = registered.flatMap((result) => ('deviceId' in result ? (result.deviceId ?? []) : []));
    await writeList(tx, [...new Set([...written, ...devices.map(({ deviceId }) => deviceId)])]);
    for (const { serial, index } of devices)
      outcomes[index] = assignedOutcome(refused.get(serial) ?? null, ownIds.has(serial));
    return { registered, outcomes, waiting };
  };

  /**
   * Assigns to addresses that were confirmed while the import stored a waiting assignment. The next sweep repairs a
   * failure here.
   */
  const lookAgain = async (waiting: readonly string[]): Promise<void> => {
    try {
      for (const email of await many.confirmedOf(waiting)) await assignment.takeEffect(email);
    } catch (error) {
      log.warn({ err: error }, 'Activating imported assignments failed, the next sweep activates them');
    }
  };

  const importBatch = async (
    actor: Actor,
    origin: CallOrigin,
    rows: readonly ImportedDevice[],
    isDryRun: boolean,
  ): Promise<Outcome[]> =>
    asRegistrant(dependencies, actor, origin, async (by) => {
      const { registered, outcomes, waiting } = await database.transaction((tx) => store(tx, by, rows, isDryRun));
      for (const [index, result] of registered.entries()) announce(rows[index]!.serial, result);
      await lookAgain(waiting);
      return outcomes;
    });

  const announce = (serial: string, result: Registered): void => {
    if ('deviceId' in result && result.deviceId !== null)
      bus.announce(deviceRegistered, { serial, deviceId: result.deviceId });
  };

  /** Imports the batches in sequence while the caller waits. Returns the outcome of each processed line. */
  const importAll = async (
    actor: Actor,
    origin: CallOrigin,
    rows: readonly ImportedDevice[],
    how: { isDryRun: boolean; signal: AbortSignal; reportProgress: (done: number) => void },
  ): Promise<Map<number, Outcome>> => {
    const outcomeOfLine = new Map<number, Outcome>();
    for (let from = 0; from < rows.length && !how.signal.aborted; from += BATCH) {
      how.reportProgress(from);
      const batch = rows.slice(from, from + BATCH);
      const outcomes = await importBatch(actor, origin, batch, how.isDryRun).catch((error: unknown) => {
        // Only this batch is rolled back. The other batches are unaffected.
        log.error({ err: error }, 'Storing an import batch failed, its rows are reported as refused');
        return batch.map((): Outcome => ({ outcome: 'refused', problem: texts.importFailed }));
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
      const rows = readImport(bytes);
      if (running.has(actor.accountId)) throw new Refusal('conflict', texts.importRunning);
      running.add(actor.accountId);
      try {
        const good = rows.filter((row): row is ImportedDevice => !isBad(row));
        const bad = rows.length - good.length;
        const reportProgress = (done: number): void =>
          onImportProgress(actor.accountId, { importId, done: bad + done, total: rows.length });
        const outcomes = await importAll(actor, origin, good, { isDryRun, signal, reportProgress });
        reportProgress(good.length);
        return report(isDryRun, rows, outcomes);
      } finally {
        running.delete(actor.accountId);
      }
    },
  };
}

function outcomeOf(result: Registered): Outcome {
  if ('refusal' in result) return { outcome: 'refused', problem: result.refusal.message };
  return { outcome: result.deviceId === null ? 'ready' : 'registered', problem: null };
}

function assignedOutcome(problem: string | null, isOwn: boolean): Outcome {
  if (problem !== null) return { outcome: isOwn ? 'refused' : 'registered_only', problem };
  return { outcome: isOwn ? 'assigned' : 'registered_assigned', problem: null };
}

/** Returns the dry-run outcomes for the caller's own devices. */
function foreseen(rows: readonly ImportedDevice[], outcomes: readonly Outcome[], own: readonly OwnDevice[]): Outcome[] {
  const problems = new Map(own.map(({ serial, problem }) => [serial, problem]));
  return rows.map(({ serial }, index): Outcome => {
    const problem = problems.get(serial);
    if (problem === undefined) return outcomes[index]!;
    return problem === null ? { outcome: 'ready', problem } : { outcome: 'refused', problem };
  });
}

function report(dryRun: boolean, files: readonly FileRow[], outcomes: ReadonlyMap<number, Outcome>): ImportReport {
  const rows = files.map((row): ImportRow => {
    const { line, serial: serialNumber } = row;
    if (isBad(row)) return { line, serialNumber, outcome: 'refused', problem: row.problem };
    const outcome = outcomes.get(line) ?? { outcome: 'refused', problem: texts.importStopped };
    return { line, serialNumber, ...outcome };
  });
  const refused = rows.filter(({ outcome }) => outcome === 'refused').length;
  return { dryRun, rows, counts: { good: rows.length - refused, refused } };
}
