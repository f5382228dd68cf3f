import type { Readable } from 'node:stream';
import { deliveryTexts as texts } from '@trace/contract/firmware/firmware.device.texts';
import type { Files } from '#platform/files/files';
import type { DeviceAnswer, DeviceRequest } from '#platform/http/servers/device.edge';
import { Refusal } from '#platform/refusal/refusal';
import type { PublishedRelease } from '../releases/firmware.releases.port.ts';
import type { DeviceUpdates, Offer } from '../updates/firmware.updates.port.ts';
import type { Downloads } from './firmware.downloads.service.ts';
import type { ProvenDevice } from './firmware.proof.service.ts';
import { decideRange, type RangeAnswer } from './firmware.range.rules.ts';
import { headerOf } from './firmware.requests.rules.ts';

export interface Images {
  /** The image of an offer, or the part that the request asks for. Never holds the image in memory. */
  answer(request: DeviceRequest, device: ProvenDevice, offer: Offer): Promise<DeviceAnswer>;
}

interface ImageDependencies {
  files: Pick<Files, 'read'>;
  updates: Pick<DeviceUpdates, 'report'>;
  downloads: Pick<Downloads, 'admit' | 'add'>;
}

export function createImages({ files, updates, downloads }: ImageDependencies): Images {
  /** A device that only loads reports nothing. Its first request for bytes is its report. */
  const reportStart = async (device: ProvenDevice, { state, updateId }: Offer): Promise<void> => {
    if (state !== 'offered') return;
    const unknown = { progressPct: null, version: null, failure: null, detail: null };
    await updates.report(device.id, updateId, { state: 'downloading', ...unknown });
  };

  const open = async (device: ProvenDevice, { updateId, release }: Offer, part: RangeAnswer): Promise<Readable> => {
    downloads.admit(device.id);
    const found = await files.read(release.fileName, part.kind === 'part' ? part : undefined);
    if (found === undefined) throw new Refusal('gone', texts.ended);
    downloads.add({ deviceId: device.id, updateId, releaseId: release.id, stream: found.stream });
    return found.stream;
  };

  return {
    answer: async (request, device, offer) => {
      const { release } = offer;
      const etag = `"${release.sha256}"`;
      const { headers, method } = request;
      const conditions = {
        method,
        range: headerOf(headers, 'range'),
        ifRange: headerOf(headers, 'if-range'),
        ifNoneMatch: headerOf(headers, 'if-none-match'),
      };
      const part = decideRange(conditions, etag, release.sizeBytes);
      if (part.kind === 'not_modified') return { status: 304, headers: { etag }, body: null };
      if (part.kind === 'unsatisfiable')
        return { status: 416, headers: { 'content-range': `bytes */${release.sizeBytes}` }, body: null };
      const answer = { status: part.kind === 'part' ? 206 : 200, headers: headersOf(release, etag, part) };
      if (method === 'HEAD') return { ...answer, body: null };
      await reportStart(device, offer);
      return { ...answer, body: await open(device, offer, part) };
    },
  };
}

function headersOf(release: PublishedRelease, etag: string, part: RangeAnswer): DeviceAnswer['headers'] {
  const { sizeBytes } = release;
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="firmware-${release.version}.bin"`,
    // A proxy that compresses would change the length and the strong tag.
    'cache-control': 'no-store, no-transform',
    'accept-ranges': 'bytes',
    etag,
    // Arduino clients compare the image with this.
    'x-md5': release.md5,
    'content-length': part.kind === 'part' ? part.end - part.start + 1 : sizeBytes,
    ...(part.kind === 'part' ? { 'content-range': `bytes ${part.start}-${part.end}/${sizeBytes}` } : {}),
  };
}
