import type { ImportRow } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { Actor } from '#platform/actor/actor';
import type { Bus } from '#platform/bus/bus';
import type { Database, Tx } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import type { AssignmentService } from '../assignment/devices.assignment.service.ts';
import { deviceRegistered } from '../devices.events.ts';
import type { BulkRegistration, Registered, Registrant } from './devices.bulk-registration.service.ts';
import type { ImportAssignment, OwnDevice } from './devices.import-assignment.service.ts';
import type { ImportedDevice } from './devices.import-file.service.ts';
import { letListWait, writeList } from './devices.import.store.ts';
import { asRegistrant } from './devices.registration.service.ts';

export type ImportOutcome = Pick<ImportRow, 'outcome' | 'problem'>;

interface Stored {
  readonly registered: readonly Registered[];
  readonly outcomes: ImportOutcome[];
  /** Addresses without a confirmed account. */
  readonly waiting: readonly string[];
}

export type ImportBatch = ReturnType<typeof createImportBatch>;

export interface ImportBatchDependencies {
  database: Database;
  bus: Bus;
  log: Log;
  companies: Pick<CompaniesPort, 'belongingOf' | 'peopleOf'>;
  registrar: BulkRegistration;
  assignments: Pick<AssignmentService, 'takeEffect'>;
  importAssignment: ImportAssignment;
}

/** Imports the rows of a batch in a single transaction. Returns the outcome of each row. */
export function createImportBatch(dependencies: ImportBatchDependencies) {
  const { database, bus, log, registrar, assignments, importAssignment } = dependencies;

  /** Registers the rows of a batch and assigns the rows with an address, in a single transaction. */
  const store = async (tx: Tx, by: Registrant, rows: readonly ImportedDevice[], isDryRun: boolean): Promise<Stored> => {
    await letListWait(tx);
    await importAssignment.lockAccounts(
      tx,
      rows.flatMap(({ email }) => email ?? []),
    );
    const registered = await registrar.register(tx, by, rows, isDryRun);
    const outcomes = registered.map(outcomeOf);
    const isOpen = ({ email }: ImportedDevice, index: number): boolean =>
      email !== null && outcomes[index]!.problem === texts.alreadyRegistered;
    // A row with an address, for a device that the caller registered before, is only assigned.
    const own = await importAssignment.ownOf(
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
    const { refused, waiting } = await importAssignment.assignAll(tx, by, devices);
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
      for (const email of await importAssignment.confirmedOf(waiting)) await assignments.takeEffect(email);
    } catch (error) {
      log.warn({ err: error }, 'Activating imported assignments failed, the next sweep activates them');
    }
  };

  const announce = (serial: string, result: Registered): void => {
    if ('deviceId' in result && result.deviceId !== null)
      bus.announce(deviceRegistered, { serial, deviceId: result.deviceId });
  };

  return async (
    actor: Actor,
    origin: CallOrigin,
    rows: readonly ImportedDevice[],
    isDryRun: boolean,
  ): Promise<ImportOutcome[]> =>
    asRegistrant(dependencies, actor, origin, async (by) => {
      const { registered, outcomes, waiting } = await database.transaction((tx) => store(tx, by, rows, isDryRun));
      for (const [index, result] of registered.entries()) announce(rows[index]!.serial, result);
      await lookAgain(waiting);
      return outcomes;
    });
}

function outcomeOf(result: Registered): ImportOutcome {
  if ('refusal' in result) return { outcome: 'refused', problem: result.refusal.message };
  return { outcome: result.deviceId === null ? 'ready' : 'registered', problem: null };
}

function assignedOutcome(problem: string | null, isOwn: boolean): ImportOutcome {
  if (problem !== null) return { outcome: isOwn ? 'refused' : 'registered_only', problem };
  return { outcome: isOwn ? 'assigned' : 'registered_assigned', problem: null };
}

/** Returns the dry-run outcomes for the caller's own devices. */
function foreseen(
  rows: readonly ImportedDevice[],
  outcomes: readonly ImportOutcome[],
  own: readonly OwnDevice[],
): ImportOutcome[] {
  const problems = new Map(own.map(({ serial, problem }) => [serial, problem]));
  return rows.map(({ serial }, index): ImportOutcome => {
    const problem = problems.get(serial);
    if (problem === undefined) return outcomes[index]!;
    return problem === null ? { outcome: 'ready', problem } : { outcome: 'refused', problem };
  });
}
