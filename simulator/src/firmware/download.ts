import { createHash } from 'node:crypto';
import type { Manifest } from '@trace/contract/firmware/firmware.manifest.schema';
import type { Flash, SlotNumber } from './flash.ts';
import type { Refusal } from './manifest.ts';

export interface Download {
  readonly url: string;
  readonly manifest: Pick<Manifest, 'size' | 'sha256'>;
  readonly flash: Flash;
  readonly slot: SlotNumber;
  readonly signal: AbortSignal;
  /** Null: as fast as the network. */
  readonly bytesPerSec: number | null;
  /** The pauses between tries that bring no byte. After the last one the download has failed. */
  readonly retryMs: readonly number[];
  pause(waitMs: number): Promise<void>;
  onProgress(loadedBytes: number): void;
}

/** `ended`: the server no longer hands out the image, so the offer is void. */
export type DownloadOutcome = 'complete' | 'ended' | Refusal;

type Try = DownloadOutcome | 'again';

/** Loads an image into a slot. Goes on after the bytes that the slot already holds. */
export async function download(load: Download): Promise<DownloadOutcome> {
  let most = load.flash.writtenBytes(load.slot);
  for (let fruitless = 0; ;) {
    const outcome = await tryOnce(load);
    if (outcome !== 'again') return outcome;
    const written = load.flash.writtenBytes(load.slot);
    fruitless = written > most ? 1 : fruitless + 1;
    most = Math.max(most, written);
    const waitMs = load.retryMs[fruitless - 1];
    if (waitMs === undefined) return { failure: 'download_failed', detail: 'no bytes after several tries' };
    await load.pause(waitMs);
  }
}

async function tryOnce(load: Download): Promise<Try> {
  const { flash, slot, manifest } = load;
  const written = flash.writtenBytes(slot);
  if (written < manifest.size) {
    const response = await request(load, written);
    if (response === 'again') return 'again';
    const refused = refusalOf(response, load, written);
    if (refused !== null) return refused;
    // The server sends the whole image although a part was asked for.
    if (response.status === 200 && written > 0) flash.erase(slot);
    if (!(await receive(load, response))) return wrongSize(load, 'the answer is longer than the manifest says');
  }
  const image = flash.readImage(slot);
  if (image.length < manifest.size) return 'again';
  if (createHash('sha256').update(image).digest('hex') === manifest.sha256) return 'complete';
  flash.erase(slot);
  return { failure: 'wrong_hash', detail: 'the SHA-256 is not that of the manifest' };
}

async function request(load: Download, loaded: number): Promise<Response | 'again'> {
  // The strong ETag of an image is its SHA-256, so a part is never continued with another image.
  const range = { range: `bytes=${loaded}-`, 'if-range': `"${load.manifest.sha256}"` };
  try {
    return await fetch(load.url, {
      headers: { 'accept-encoding': 'identity', ...(loaded > 0 ? range : {}) },
      // A redirect would lead to an address that the command does not name.
      redirect: 'error',
      signal: load.signal,
    });
  } catch {
    load.signal.throwIfAborted();
    return 'again';
  }
}

/** Null: the answer carries the wanted bytes. */
function refusalOf(response: Response, load: Download, loaded: number): Try | null {
  const { status, headers } = response;
  const { size } = load.manifest;
  if (status === 200) {
    const length = headers.get('content-length');
    return length === null || Number(length) === size ? null : wrongSize(load, `${length} bytes instead of ${size}`);
  }
  if (status === 206) {
    const wanted = `bytes ${loaded}-${size - 1}/${size}`;
    return headers.get('content-range') === wanted ? null : wrongSize(load, 'another range than asked for');
  }
  void response.body?.cancel();
  if (status === 410) return 'ended';
  if (status === 416) {
    load.flash.erase(load.slot);
    return 'again';
  }
  if (status === 429 || status >= 500) return 'again';
  return { failure: 'download_failed', detail: `HTTP ${status}` };
}

function wrongSize({ flash, slot }: Download, detail: string): Refusal {
  flash.erase(slot);
  return { failure: 'wrong_size', detail };
}

/** Returns false when the answer is longer than the image. An answer that breaks off is continued by the next try. */
async function receive(load: Download, response: Response): Promise<boolean> {
  const { flash, slot, manifest, bytesPerSec } = load;
  const reader = response.body?.getReader();
  let loaded = flash.writtenBytes(slot);
  for (;;) {
    const chunk = await readChunk(load, reader);
    if (chunk === null) return true;
    loaded += chunk.length;
    if (loaded > manifest.size) {
      await reader?.cancel();
      return false;
    }
    flash.append(slot, chunk);
    load.onProgress(loaded);
    if (bytesPerSec !== null) await load.pause((chunk.length / bytesPerSec) * 1_000);
  }
}

async function readChunk(
  { signal }: Download,
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<Uint8Array | null> {
  try {
    return (await reader?.read())?.value ?? null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
