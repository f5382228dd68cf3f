// Lenient shapes for the hub service's answers, since fields come, go and have several spellings.
import { z } from 'zod';
import type { ListedHub } from './alarm-hub.ts';

const text = z.string().min(1).max(4_096);

export const tokensShape = z.looseObject({
  sessionToken: text,
  userId: text.max(200),
  refreshToken: text.nullish().transform((token) => token ?? null),
});

const id = z.union([z.string(), z.number()]).transform(String);
const word = z.string().nullish().catch(null);

const hubShape = z
  .looseObject({ hubId: id.optional(), id: id.optional(), hubName: word, name: word, deviceName: word })
  .transform((hub) => ({ ...hub, hubId: (hub.hubId ?? hub.id ?? '').toUpperCase() }));

const detailsShape = z.looseObject({
  name: word,
  hubName: word,
  deviceName: word,
  online: z.boolean().nullish().catch(null),
  activeChannels: z.array(z.unknown()).nullish().catch(null),
  geoFence: z.looseObject({ latitude: z.number(), longitude: z.number() }).nullish().catch(null),
});

const spacesShape = z.array(z.looseObject({ name: word })).catch([]);

export type HubEntry = z.infer<typeof hubShape>;

const HUB_ID = /^[0-9A-F]{8}$/;
const NAME_MAX_LENGTH = 100;

/**
 * Returns the hubs of a list: a bare array, `{hubs: […]}` or `{data: […]}`. Returns null for any other shape. Skips
 * entries without an id, and says that the list is incomplete.
 */
export function readHubs(json: unknown): { hubs: HubEntry[]; isComplete: boolean } | null {
  const list = Array.isArray(json) ? json : listWithin(json);
  if (list === null) return null;
  const entries = list
    .flatMap((entry) => hubShape.safeParse(entry).data ?? [])
    .filter(({ hubId }) => HUB_ID.test(hubId));
  const hubs = [...new Map(entries.map((entry) => [entry.hubId, entry])).values()];
  return { hubs, isComplete: entries.length === list.length };
}

function listWithin(json: unknown): unknown[] | null {
  const held = z
    .looseObject({ hubs: z.array(z.unknown()).optional(), data: z.array(z.unknown()).optional() })
    .safeParse(json);
  return held.data?.hubs ?? held.data?.data ?? null;
}

/** Composes a hub for the selection from its entry, details and spaces, as far as available. */
export function composeHub(entry: HubEntry, detailsJson: unknown, spacesJson: unknown): ListedHub {
  const details = detailsShape.safeParse(detailsJson).data;
  const spaceName = spacesShape.parse(spacesJson).find(({ name }) => shown(name) !== null)?.name;
  const names = [spaceName, details?.name, details?.hubName, details?.deviceName, entry.hubName, entry.name];
  return {
    hubId: entry.hubId,
    name: names.map(shown).find((name) => name !== null) ?? `Hub ${entry.hubId.slice(0, 4)}`,
    location: placeOf(details?.geoFence) ?? shown(spaceName),
    isOnline: details?.online ?? (details?.activeChannels ? details.activeChannels.length > 0 : null),
  };
}

/** Shortens a name to a single line of limited length. Returns null for an empty result. */
function shown(name: string | null | undefined): string | null {
  const line = (name ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  // The cut can halve a character, and the database stores no half.
  return line === '' ? null : line.slice(0, NAME_MAX_LENGTH).toWellFormed();
}

const placeOf = (fence: { latitude: number; longitude: number } | null | undefined): string | null =>
  fence ? `${fence.latitude.toFixed(4)}, ${fence.longitude.toFixed(4)}` : null;
