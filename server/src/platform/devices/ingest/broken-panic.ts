// Reads the panic in a broken message, so that people are called for help all the same.
import { eventMessage } from '@trace/contract/device-protocol/messages';
import type { EventMessage } from '@trace/contract/device-protocol/messages';
import { SECOND_MS } from '@trace/contract/kernel/time';

const PANIC = /"kind"\s*:\s*"panic"/i;

/**
 * Reads the panic of a message that `decode` refuses, for instance because of `"lat":nan`. Returns null for other messages.
 * Without readable counters the time of receipt counts: a repeat is then another press of the same incident, and no
 * later press counts as a repeat.
 */
export function readBrokenPanic(payload: Buffer, receivedAt: Date): EventMessage | null {
  const text = payload.toString('latin1');
  if (!PANIC.test(text)) return null;
  const receivedMs = receivedAt.getTime();
  const { lat, lng } = { lat: readField(text, 'lat'), lng: readField(text, 'lng') };
  return {
    v: 1,
    boot: readField(text, 'boot') ?? Math.floor(receivedMs / SECOND_MS),
    seq: readField(text, 'seq') ?? receivedMs % SECOND_MS,
    ts: readField(text, 'ts') ?? 0,
    kind: 'panic',
    ...(lat === undefined || lng === undefined ? {} : { lat, lng }),
  };
}

/** Returns a number of the contract, also a number in quotes. */
function readField(text: string, name: 'boot' | 'seq' | 'ts' | 'lat' | 'lng'): number | undefined {
  const [, digits] = new RegExp(`"${name}"\\s*:\\s*"?(-?\\d{1,16}(?:\\.\\d{1,20})?)"?\\s*[,}]`).exec(text) ?? [];
  if (digits === undefined) return undefined;
  const isPlace = name === 'lat' || name === 'lng';
  const parsed = eventMessage.shape[name].safeParse(isPlace ? Number(digits) : Math.floor(Number(digits)));
  return parsed.data;
}
