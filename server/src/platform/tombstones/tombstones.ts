// Tombstones: names of ended accounts and certificates, stored outside of the database, so that a restored older database
// ends them again (decision 053).
import { createHmac } from 'node:crypto';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Files } from '#platform/files/files';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import {
  deleteTombstone,
  hasTombstone,
  insertTombstones,
  insertUnapplied,
  isAnyUnstored,
  listOld,
  listUnapplied,
  listUnstored,
  updateApplied,
  updateStored,
} from './tombstones.store.ts';

const KINDS = ['account', 'certificate'] as const;
export type TombstoneKind = (typeof KINDS)[number];

/** The accounts or the certificates, some of which a restore may have revived. */
export interface Revivable {
  /** The ids of all that have not ended. */
  list(): Promise<readonly string[]>;
  /** Ends a revived account or certificate again. Returns the reason why that is not possible yet, or null. */
  end(id: string): Promise<string | null>;
}

export interface Tombstones {
  /** Call in the transaction that ends these accounts or certificates. */
  record(tx: Executor, kind: TombstoneKind, ids: readonly string[]): Promise<void>;
  /** Whether this installation has ended the account or certificate within the last 400 days. */
  has(executor: Executor, kind: TombstoneKind, id: string): Promise<boolean>;
  /**
   * Ends revived accounts or certificates again. Call before the server accepts requests. Retries each minute while the
   * store does not answer.
   */
  apply(kind: TombstoneKind, revivable: Revivable): Promise<Stop>;
}

export interface TombstonesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly files: Files;
  /** Derived from the secret key. */
  readonly key: Uint8Array;
}

const folderOf = (kind: TombstoneKind): string => `tombstones/${kind}`;

/** Longer than backups are kept. */
const KEPT_MS = 400 * DAY_MS;
const STORE_EVERY_MS = 2 * SECOND_MS;
const BATCH = 200;

/** The names of all tombstones in a store. */
export const listTombstones = async (files: Pick<Files, 'list'>): Promise<string[]> =>
  (await Promise.all(KINDS.map((kind) => files.list(folderOf(kind))))).flat();

export function createTombstones({ database, clock, log, jobs, files, key }: TombstonesOptions): Tombstones {
  /** Without the key, nobody can make a name or find the id of a name. */
  const nameOf = (kind: TombstoneKind, id: string): string =>
    `${folderOf(kind)}/${createHmac('sha256', key).update(`${kind}:${id}`).digest('hex')}`;

  const storeAll = async (): Promise<void> => {
    for (const name of await listUnstored(database.sql, BATCH)) {
      await files.put(name, new Uint8Array());
      await updateStored(database.sql, name, clock.now());
    }
  };

  const prune = async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    for (const name of await listOld(database.sql, before, BATCH)) {
      await files.delete(name);
      await deleteTombstone(database.sql, name);
    }
  };

  /** Returns false for an account that stays for now. */
  const endAgain = async (kind: TombstoneKind, id: string, end: Revivable['end']): Promise<boolean> => {
    const reason = await end(id);
    if (reason === null) return true;
    log.error(
      { kind, id, reason },
      'A restore revived this, and it cannot end again yet: see to the reason and restart',
    );
    return false;
  };

  const applyOnce = async (kind: TombstoneKind, { list, end }: Revivable): Promise<void> => {
    await insertUnapplied(database.sql, await files.list(folderOf(kind)), clock.now());
    const waiting = new Set(await listUnapplied(database.sql, `${folderOf(kind)}/`));
    if (waiting.size === 0) return;
    const revived = (await list()).filter((id) => waiting.has(nameOf(kind, id)));
    let failure: unknown = null;
    for (const id of revived) {
      const hasEnded = await endAgain(kind, id, end).catch((error: unknown) => {
        failure = error;
        return false;
      });
      if (!hasEnded) waiting.delete(nameOf(kind, id));
    }
    await updateApplied(database.sql, [...waiting], clock.now());
    if (failure !== null) throw new Error('an account or certificate could not be ended', { cause: failure });
    log.warn({ kind, revived: revived.length }, 'Ended what the restored database had revived');
  };

  jobs.schedule('tombstones.store', STORE_EVERY_MS, storeAll, isAnyUnstored);
  jobs.schedule('tombstones.prune', DAY_MS, prune);

  return {
    record: (tx, kind, ids) =>
      insertTombstones(
        tx,
        ids.map((id) => nameOf(kind, id)),
        clock.now(),
      ),
    has: (executor, kind, id) => hasTombstone(executor, nameOf(kind, id)),
    apply: async (kind, revivable) => {
      let isDone = false;
      const attempt = async (): Promise<void> => {
        if (isDone) return;
        try {
          await applyOnce(kind, revivable);
          isDone = true;
        } catch (error) {
          log.error(
            { err: error, kind },
            'Applying tombstones failed, retrying in a minute: a restored database may show deleted accounts until then',
          );
        }
      };
      await attempt();
      return isDone ? () => {} : clock.every(MINUTE_MS, attempt);
    },
  };
}
