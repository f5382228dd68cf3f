import type { UpdateState } from '@trace/contract/firmware/firmware.rules';
import {
  rolloutSettingsSchema,
  type Rollout,
  type RolloutDetails,
  type RolloutDevice,
} from '@trace/contract/firmware/staff/firmware.staff.schema';
import { steeringTexts as texts } from '@trace/contract/firmware/staff/firmware.steering.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { PeoplePort } from '#features/people/people.port';
import type { Database } from '#platform/db/database';
import { readTimeCursor, timeCursorText } from '#platform/paging/time-cursor';
import { Refusal } from '#platform/refusal/refusal';
import { countRolloutDevices, listRolloutDevices } from './firmware.rollout-devices.store.ts';
import { presentDevice, presentRollout } from './firmware.present.service.ts';
import {
  countFailures,
  countRings,
  countWaits,
  findRollout,
  listRollouts,
  type RolloutRow,
} from './firmware.rollouts.store.ts';

export interface RolloutsDependencies {
  database: Database;
  people: Pick<PeoplePort, 'accountsOf'>;
}

export type Rollouts = ReturnType<typeof createRollouts>;

/** The cursor begins with whether the last rollout of the page has ended. */
const ENDED = 'e';
const OPEN = 'o';

/** Rollouts as support staff read them (FWM-03). */
export function createRollouts({ database, people }: RolloutsDependencies) {
  const presentAll = async (rows: readonly RolloutRow[]): Promise<Rollout[]> => {
    const [counts, names] = await Promise.all([
      countRings(
        database.sql,
        rows.map(({ id }) => id),
      ),
      people.accountsOf(rows.flatMap(({ startedBy }) => startedBy ?? [])),
    ]);
    return rows.map((row) => {
      const own = counts.filter(({ rolloutId }) => rolloutId === row.id);
      const starter = names.get(row.startedBy ?? '');
      return presentRollout(
        row,
        rolloutSettingsSchema.parse(row.settings),
        new Map(own.map((ring) => [ring.ring, ring])),
        starter === undefined ? null : fullName(starter),
      );
    });
  };

  const findOrRefuse = async (id: string): Promise<RolloutRow> => {
    const row = await findRollout(database.sql, id);
    if (row === null) throw new Refusal('not_found', texts.noRollout);
    return row;
  };

  return {
    async read(id: string): Promise<RolloutDetails> {
      const row = await findOrRefuse(id);
      const [[rollout], failures, waits] = await Promise.all([
        presentAll([row]),
        countFailures(database.sql, id),
        countWaits(database.sql, id),
      ]);
      const waiting = waits.reduce((sum, { count }) => sum + count, 0);
      const isHeld = row.state === 'paused' || row.state === 'halted';
      return {
        ...rollout!,
        failures,
        waits: isHeld && waiting > 0 ? [{ reason: 'not_running', count: waiting }] : waits,
      };
    },

    async list({ after, limit }: { after?: string | undefined; limit: number }) {
      const cursor = readTimeCursor(after?.slice(1));
      const page = cursor && { hasEnded: after!.startsWith(ENDED), ...cursor };
      const rows = await listRollouts(database.sql, { after: page, limit: limit + 1 });
      const last = rows.length > limit ? rows[limit - 1]! : null;
      return {
        rollouts: await presentAll(rows.slice(0, limit)),
        next: last && `${last.endedAt === null ? OPEN : ENDED}${timeCursorText({ at: last.startedAt, id: last.id })}`,
      };
    },

    async devices(
      rolloutId: string,
      query: { after?: string | undefined; state?: UpdateState | 'under_way' | undefined; limit: number },
    ): Promise<{ devices: RolloutDevice[]; total: number; next: string | null }> {
      await findOrRefuse(rolloutId);
      const wanted = { rolloutId, state: query.state ?? null };
      const page = { after: readTimeCursor(query.after), limit: query.limit + 1 };
      const [rows, total] = await Promise.all([
        listRolloutDevices(database.sql, wanted, page),
        countRolloutDevices(database.sql, wanted),
      ]);
      const last = rows.length > query.limit ? rows[query.limit - 1]! : null;
      return {
        devices: rows.slice(0, query.limit).map(presentDevice),
        total,
        next: last && timeCursorText({ at: last.changedAt, id: last.id }),
      };
    },
  };
}
