import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Manifest } from '@trace/contract/firmware/firmware.manifest.schema';
import { IMAGE_PATH } from '@trace/contract/firmware/firmware.rules';
import type { FirmwareOffer } from '../firmware/flash.ts';
import { keyIdOf } from '../firmware/manifest.ts';

/** A vendor with a key, and the server that hands out its images. */
export interface FirmwareSource {
  readonly publicKey: string;
  /** The requests so far: the wanted range, or null for the whole image. */
  readonly ranges: (string | null)[];
  image: Buffer;
  /** Answers a request in another way than a good server. Null: the usual answer. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  offer(changed?: Partial<Manifest>, key?: KeyObject): FirmwareOffer;
  close(): Promise<void>;
}

const keys = generateKeyPairSync('ed25519');

export async function openFirmwareSource(image: Buffer): Promise<FirmwareSource> {
  const server = createServer((request, response) => {
    source.ranges.push(request.headers.range ?? null);
    if (source.answer === null) sendImage(source.image, request, response);
    else source.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const source: FirmwareSource = {
    publicKey: String(keys.publicKey.export({ type: 'spki', format: 'pem' })),
    ranges: [],
    image,
    answer: null,
    offer(changed = {}, key = keys.privateKey) {
      const manifest = JSON.stringify({ ...manifestFor(source.image), ...changed });
      return {
        updateId: randomUUID(),
        manifest,
        keyId: keyIdOf(keys.publicKey),
        signature: sign(null, Buffer.from(manifest), key).toString('base64'),
        url: `http://127.0.0.1:${port}${IMAGE_PATH}?proof=x`,
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return source;
}

function manifestFor(image: Buffer): Manifest {
  return {
    schema: 1,
    model: 'gps-tracker',
    chip: 'esp32s3',
    version: '2.0.0',
    sequence: 20,
    minSequence: 0,
    size: image.length,
    sha256: createHash('sha256').update(image).digest('hex'),
    md5: createHash('md5').update(image).digest('hex'),
    url: `${IMAGE_PATH}?release=6f1c2a52-7c3a-4d0e-9f5e-0a1b2c3d4e5f`,
    channel: 'stable',
    notBefore: '2026-01-01T00:00:00.000Z',
    expires: '2099-01-01T00:00:00.000Z',
    notesUrl: null,
  };
}

function sendImage(image: Buffer, { headers }: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const part = image.subarray(from);
  const range = { 'content-range': `bytes ${from}-${image.length - 1}/${image.length}` };
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': part.length, ...(from > 0 ? range : {}) });
  response.end(part);
}
