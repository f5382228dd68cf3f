import { manifestSchema } from '@trace/contract/firmware/firmware.manifest.schema';
import type { Manifest } from '@trace/contract/firmware/firmware.manifest.schema';
import type { FirmwareOffer } from './flash.ts';
import type { Refusal } from './manifest.ts';

/** Reads the manifest of an offer that was checked before. */
export const manifestOf = (offer: FirmwareOffer): Manifest => manifestSchema.parse(JSON.parse(offer.manifest));

/** The signed manifest names the path of the image. The address of the command adds only the host and the proof. */
export function refusalOfAddress(offer: FirmwareOffer, capacityBytes: number): Refusal | null {
  const { url, size } = manifestOf(offer);
  const [path] = url.split('?');
  const address = URL.parse(offer.url);
  const isHttp = address?.protocol === 'https:' || address?.protocol === 'http:';
  if (!isHttp || address.pathname !== path) return { failure: 'other', detail: 'not the address of the image' };
  if (size > capacityBytes) return { failure: 'no_space', detail: `${size} bytes do not fit into ${capacityBytes}` };
  return null;
}
