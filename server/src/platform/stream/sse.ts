import type { AnyStreamEvent, DataOf } from '@trace/contract/kernel/stream';

/**
 * Returns an event in the wire form of `text/event-stream`. Pass `id` only where a browser may resume from this event.
 */
export function frameOf<E extends AnyStreamEvent>(event: E, data: DataOf<E>, id?: string): string {
  return frameOfJson(event.name, JSON.stringify(data), id);
}

export function frameOfJson(name: string, json: string, id?: string): string {
  return id === undefined ? `event: ${name}\ndata: ${json}\n\n` : `id: ${id}\nevent: ${name}\ndata: ${json}\n\n`;
}

export const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that collect answers would hold events back.
  'x-accel-buffering': 'no',
} as const;
