import type { PersonData } from '#platform/actor/person-data';
import type { Stop } from '#platform/clock/clock';
import type { AnyDeviceHandler } from '#platform/devices/gateway/gateway';
import type { Route } from '#platform/http/route';
import type { DurableEvent } from '#platform/stream/durable-event';
import type { RetentionPart } from './retention-part.ts';

/** The parts of features that run in sequence in a single transaction. */
type OrderedPart = 'deviceHandlers' | 'personData';

/** The parts that a feature plugs into the server. */
export interface Feature {
  /** As on the map (tools/src/feature-map.ts). */
  readonly name: string;
  readonly routes?: readonly Route[];
  readonly deviceHandlers?: readonly AnyDeviceHandler[];
  readonly durableEvents?: readonly DurableEvent[];
  readonly personData?: PersonData;
  readonly retention?: readonly RetentionPart[];
  /** Features whose part must run before the same part of this feature; `all`: this part runs last. */
  readonly after?: Readonly<Partial<Record<OrderedPart, readonly string[] | 'all'>>>;
  /** Starts timers and subscriptions. Returns the function that stops both. */
  start?(): Stop | Promise<Stop | (() => Promise<void>)>;
}

/** The features that have `part`, sorted as their `after` demands, otherwise in the given order. Throws on a cycle. */
export function inOrder<Part extends OrderedPart>(
  features: readonly Feature[],
  part: Part,
): (Feature & Required<Pick<Feature, Part>>)[] {
  const open = features.filter(
    (feature): feature is Feature & Required<Pick<Feature, Part>> => feature[part] !== undefined,
  );
  const sorted: typeof open = [];
  while (open.length > 0) {
    const names = open.map(({ name }) => name);
    const next = open.findIndex(({ after }) => isFree(after?.[part], names));
    if (next === -1) throw new Error(`The order of ${part} has a cycle among ${names.join(', ')}.`);
    sorted.push(...open.splice(next, 1));
  }
  return sorted;
}

function isFree(after: readonly string[] | 'all' | undefined, open: readonly string[]): boolean {
  if (after === 'all') return open.length === 1;
  return !(after ?? []).some((name) => open.includes(name));
}
