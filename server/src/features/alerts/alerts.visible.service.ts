import { alertRules } from '@trace/contract/alerts/alerts.rules';
import type { ShownKind, Unread } from '@trace/contract/alerts/alerts.schema';
import type { DevicesPort, RelationTo } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import type { Database } from '#platform/db/database';
import { listUnread } from './alerts.list.store.ts';
import { maySeeAlert } from './alerts.policy.ts';

/**
 * Limit of scans past alerts that the user can no longer see. Each scan reads twice as many rows as the previous scan.
 * A call so costs as much as the answer shows, for any number of alerts.
 */
const MOST_LOOKS = 5;

interface AlertRow {
  number: number;
  /** Null: a test. */
  deviceId: number | null;
  kind: ShownKind;
}

interface Found<Row> {
  rows: Row[];
  devices: ReadonlyMap<number, RelationTo>;
  /** The number of the last scanned row. */
  last: number | null;
  /** Older rows exist that were not scanned. */
  isMore: boolean;
}

export interface VisibleAlerts {
  maySee(actor: Actor, row: Omit<AlertRow, 'number'>): Promise<boolean>;
  /**
   * Returns up to `most` visible alerts before a number, or fewer when the limit of scans is reached. `read` returns rows
   * newest first.
   */
  find<Row extends AlertRow>(
    actor: Actor,
    read: (before: number | null, limit: number) => Promise<Row[]>,
    page: { before: number | null; most: number },
  ): Promise<Found<Row>>;
  unreadOf(actor: Actor): Promise<Unread>;
}

/** Finds the alerts that a user can see now. Alerts of a device without a relation to the user are hidden. */
export function createVisibleAlerts(database: Database, devices: Pick<DevicesPort, 'relationsOf'>): VisibleAlerts {
  /** Filters the rows to devices with a relation to the user, and caches the relations in `known`. */
  const seen = async <Row extends Omit<AlertRow, 'number'>>(
    { accountId }: Actor,
    rows: readonly Row[],
    known: Map<number, RelationTo>,
  ): Promise<ReadonlySet<Row>> => {
    const ids = rows.map(({ deviceId }) => deviceId).filter((id) => id !== null);
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    if (unknown.length > 0)
      for (const relation of await devices.relationsOf(unknown, [accountId])) known.set(relation.deviceId, relation);
    const maySee = ({ deviceId, kind }: Row): boolean => {
      if (deviceId === null) return true;
      const relation = known.get(deviceId);
      return relation !== undefined && maySeeAlert(kind, relation);
    };
    return new Set(rows.filter(maySee));
  };

  const find: VisibleAlerts['find'] = async (actor, read, { before, most }) => {
    const known = new Map<number, RelationTo>();
    const found: Awaited<ReturnType<typeof read>> = [];
    let last = before;
    let isMore = true;
    for (let look = 0; look < MOST_LOOKS && isMore && found.length < most; look += 1) {
      const size = most * 2 ** look;
      const looked = await read(last, size + 1);
      const rows = looked.slice(0, size);
      const visible = await seen(actor, rows, known);
      isMore = looked.length > size;
      for (const row of rows) {
        if (found.length === most) {
          isMore = true;
          break;
        }
        last = row.number;
        if (visible.has(row)) found.push(row);
      }
    }
    return { rows: found, devices: known, last, isMore };
  };

  return {
    async maySee(actor, row) {
      return (await seen(actor, [row], new Map())).size > 0;
    },

    find,

    async unreadOf(actor) {
      const { accountId } = actor;
      const read = (before: number | null, limit: number) => listUnread(database.sql, { accountId, before, limit });
      // Reads a row beyond the limit, to detect whether more exist.
      const { rows, isMore } = await find(actor, read, { before: null, most: alertRules.unreadCounted + 1 });
      const hasAll = rows.length <= alertRules.unreadCounted;
      return hasAll
        ? { unread: rows.length, isMoreUnread: isMore }
        : { unread: alertRules.unreadCounted, isMoreUnread: true };
    },
  };
}
