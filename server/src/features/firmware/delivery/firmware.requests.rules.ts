// Headers of devices.
import { deviceTokenSchemes } from '@trace/contract/firmware/firmware.device.schema';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Undefined for a missing header, and for a header that stands twice. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

const TOKEN = new RegExp(`^(?:${deviceTokenSchemes.join('|')}) +(\\S{1,200})$`, 'i');

/** The token of a device in the header Authorization, or null. */
export function tokenOf(headers: Headers): string | null {
  return TOKEN.exec(headerOf(headers, 'authorization') ?? '')?.[1] ?? null;
}

/** A device that describes itself with these fields, or with some of them. */
interface Self {
  readonly version: string | null;
  readonly sequence: number | null;
  readonly model: string | null;
  readonly chip: string | null;
}

export const unknownSelf: Self = { version: null, sequence: null, model: null, chip: null };

/** The version in the header of an Arduino client. Other devices send no such header. */
export function selfOfHeaders(headers: Headers): Self {
  return { ...unknownSelf, version: headerOf(headers, 'x-esp32-version')?.slice(0, 64) || null };
}

/** An Arduino client that asks for an image of its file system. */
export const asksForFileSystem = (headers: Headers): boolean =>
  (headerOf(headers, 'x-esp32-mode') ?? 'sketch') !== 'sketch';
