import type { LocationMessage } from '@trace/contract/device-protocol/messages';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { DeviceMessage } from '#platform/devices/device-message';
import { comesIntoWindow, isNearEdge, repeatsLookCredibleUntil } from './tracking.repeats.rules.ts';
import {
  listAhead,
  listStoredSkewed,
  noteAhead,
  registerPositions,
  type PositionIdentity,
} from './tracking.repeats.store.ts';

/** Far less than `EDGE_MS`, so the edge margin covers positions that another server stored since the last read. */
const READ_AHEAD_EVERY_MS = 5 * SECOND_MS;

/** A position with a fix. */
export type Located = DeviceMessage<LocationMessage & { lat: number; lng: number }>;

export type Repeats = ReturnType<typeof createRepeats>;

export function createRepeats(clock: Clock) {
  let ahead = new Set<number>();
  let readAtMs = Number.NEGATIVE_INFINITY;

  const readAhead = async (executor: Executor): Promise<void> => {
    const now = clock.now();
    if (Math.abs(now.getTime() - readAtMs) < READ_AHEAD_EVERY_MS) return;
    ahead = new Set(await listAhead(executor, now));
    readAtMs = now.getTime();
  };

  const note = async (executor: Executor, skewed: readonly Located[]): Promise<void> => {
    const coming = skewed.filter(({ message, receivedAt }) => comesIntoWindow(message.ts, receivedAt));
    if (coming.length === 0) return;
    for (const { deviceId } of coming) ahead.add(deviceId);
    await noteAhead(
      executor,
      coming.map(({ deviceId, message }) => ({ deviceId, until: repeatsLookCredibleUntil(message.ts) })),
    );
  };

  /** Registers positions, and returns the first copy of each position without a credible time. */
  const firstOf = async (
    executor: Executor,
    skewed: readonly Located[],
    nearEdge: readonly Located[],
  ): Promise<Located[]> => {
    const toRegister = [...skewed, ...nearEdge];
    if (toRegister.length === 0) return [];
    const registered = await registerPositions(
      executor,
      toRegister.map((position) => ({
        ...identityOf(position),
        skewed: position.skewed,
        receivedAt: position.receivedAt,
      })),
    );
    const first = keysOf(registered.filter(({ skewed: isSkewed }) => isSkewed));
    return skewed.filter((position) => first.delete(keyOf(identityOf(position))));
  };

  const isDoubtful = (position: Located): boolean =>
    !position.skewed && (ahead.has(position.deviceId) || isNearItsEdge(position));

  return {
    /**
     * Leaves out positions of which a copy without a credible time arrived before. Positions in the middle of the credible
     * window cost no query here, because their copies have the same key.
     */
    async leaveOut(executor: Executor, positions: readonly Located[]): Promise<readonly Located[]> {
      await readAhead(executor);
      if (!positions.some((position) => position.skewed || isDoubtful(position))) return positions;
      const skewed = positions.filter((position) => position.skewed);
      const credible = positions.filter((position) => !position.skewed);
      await note(executor, skewed);
      const first = await firstOf(executor, skewed, credible.filter(isNearItsEdge));
      // Runs after registering, because a concurrent registration by another server is committed by now.
      const doubtful = credible.filter(isDoubtful);
      const stored = keysOf(doubtful.length === 0 ? [] : await listStoredSkewed(executor, doubtful.map(identityOf)));
      return [...credible.filter((position) => !stored.has(keyOf(identityOf(position)))), ...first];
    },
  };
}

const isNearItsEdge = ({ message, receivedAt }: Located): boolean => isNearEdge(message.ts, receivedAt);

const identityOf = ({ deviceId, message: { boot, seq, ts, lat, lng } }: Located): PositionIdentity => ({
  deviceId,
  boot,
  seq,
  ts,
  lat,
  lng,
});

const keyOf = ({ deviceId, boot, seq, ts, lat, lng }: PositionIdentity): string =>
  `${deviceId} ${boot} ${seq} ${ts} ${lat} ${lng}`;

const keysOf = (positions: readonly PositionIdentity[]): Set<string> => new Set(positions.map(keyOf));
