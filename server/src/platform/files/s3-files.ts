// The same file store in a bucket of S3 or a compatible service, so that several servers share the files.
import { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';

import { Refusal } from '#platform/refusal/refusal';

import { checkedName, DEFAULT_MAX_BYTES, isFileName, limited } from './file-limits.ts';
import type { Files, FileStat } from './files.ts';

export interface S3Place {
  readonly bucket: string;
  /** Prefix of every name, with a slash at its end, or empty for the bucket's root. */
  readonly prefix: string;
  readonly region: string;
  /** Of another vendor; null is the vendor of the library. */
  readonly endpoint: string | null;
  /** null: the library finds credentials in its own environment or on its machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** The bucket takes no smaller parts but the last; so much of an upload is in memory. */
const PART_BYTES = 8 * 2 ** 20;
/** Of one attempt: until connected, until answered, and of silence within an answer. */
const CONNECT_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 15_000;
const SILENCE_TIMEOUT_MS = 15_000;
const ATTEMPTS = 2;

/** The file that each start writes. */
export const START_CHECK = 'start-check';

type Library = typeof S3;

export interface S3Limits {
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
}

export function createS3Files(place: S3Place, { maxBytes, timeoutMs }: S3Limits = {}): Files {
  const limitBytes = maxBytes ?? DEFAULT_MAX_BYTES;
  let opened: Promise<{ s3: Library; client: S3Client }> | undefined;
  // The library is big, so it is loaded with the first file.
  const open = () =>
    (opened ??= import('@aws-sdk/client-s3').then((s3) => ({ s3, client: clientFor(s3, place, timeoutMs) })));
  const keyOf = (name: string) => ({ Bucket: place.bucket, Key: place.prefix + checkedName(name) });

  const stat = async (name: string): Promise<FileStat | undefined> => {
    const key = keyOf(name);
    const { s3, client } = await open();
    const head = await missingAsUndefined(answered(client.send(new s3.HeadObjectCommand(key))));
    return head && { sizeBytes: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
  };

  return {
    stat,
    put: async (name, content) => {
      const key = keyOf(name);
      const { s3, client } = await open();
      await putWhole(s3, client, key, parts(limited(content, limitBytes)));
      const stored = await stat(name);
      if (stored === undefined) throw new Error('a file that was stored is gone');
      return stored;
    },
    read: async (name, range) => {
      const found = await stat(name);
      if (found === undefined) return undefined;
      const { sizeBytes } = found;
      // A bucket refuses a range behind the end, a folder returns no bytes.
      if (range !== undefined && range.start >= sizeBytes) return { ...found, stream: Readable.from([]) };
      const { s3, client } = await open();
      const wanted: GetObjectCommandInput = keyOf(name);
      if (range !== undefined) wanted.Range = `bytes=${range.start}-${range.end}`;
      const answer = await missingAsUndefined(answered(client.send(new s3.GetObjectCommand(wanted))));
      return answer?.Body instanceof Readable ? { ...found, stream: answer.Body } : undefined;
    },
    delete: async (name) => {
      const wasThere = (await stat(name)) !== undefined;
      const { s3, client } = await open();
      if (wasThere) await answered(client.send(new s3.DeleteObjectCommand(keyOf(name))));
      return wasThere;
    },
    list: async (folder) => {
      const { s3, client } = await open();
      const Prefix = `${place.prefix}${checkedName(folder)}/`;
      const names: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = {
          Bucket: place.bucket,
          Prefix,
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        };
        const answer = await answered(client.send(new s3.ListObjectsV2Command(page)));
        names.push(
          ...(answer.Contents ?? []).map(({ Key }) => Key?.slice(place.prefix.length) ?? '').filter(isFileName),
        );
        ContinuationToken = answer.NextContinuationToken;
      } while (ContinuationToken !== undefined);
      return names;
    },
    check: async () => void (await stat(START_CHECK)),
  };
}

/** A missing file is an answer. With any other error the bucket is away, or refuses this server. */
async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (statusOf(error) === 404 && !isMissingBucket(error)) throw error;
    throw new Refusal('unavailable', 'The file storage does not answer.', {
      retryAfterSec: RETRY_AFTER_SEC,
      cause: error,
    });
  }
}

const RETRY_AFTER_SEC = 30;

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

const isMissingBucket = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchBucket';

/** Exported for the check at the start, which needs no store. */
export function clientFor(
  s3: Library,
  { region, endpoint, credentials }: S3Place,
  timeoutMs: number = REQUEST_TIMEOUT_MS,
): S3Client {
  return new s3.S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: timeoutMs,
      // Without this the library only logs a late answer, and goes on waiting.
      throwOnRequestTimeout: true,
      socketTimeout: Math.min(SILENCE_TIMEOUT_MS, timeoutMs),
    },
    // Other vendors do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Cuts into parts that are all full but the last. An empty file is one empty part. */
async function* parts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let gathered: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of content) {
    gathered.push(chunk);
    sizeBytes += chunk.byteLength;
    while (sizeBytes > PART_BYTES) {
      const whole = Buffer.concat(gathered);
      yield whole.subarray(0, PART_BYTES);
      gathered = [whole.subarray(PART_BYTES)];
      sizeBytes -= PART_BYTES;
    }
  }
  yield Buffer.concat(gathered);
}

/** A single request for a small file, parts for a large file, which becomes visible only after its last part. */
async function putWhole(
  s3: Library,
  client: S3Client,
  key: { Bucket: string; Key: string },
  content: AsyncGenerator<Buffer>,
): Promise<void> {
  const first = await content.next();
  const second = await content.next();
  if (second.done) {
    await answered(client.send(new s3.PutObjectCommand({ ...key, Body: first.value as Buffer })));
    return;
  }
  const { UploadId } = await answered(client.send(new s3.CreateMultipartUploadCommand(key)));
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    const send = async (Body: Buffer): Promise<void> => {
      const PartNumber = Parts.length + 1;
      const { ETag } = await answered(client.send(new s3.UploadPartCommand({ ...key, UploadId, PartNumber, Body })));
      Parts.push({ ETag, PartNumber });
    };
    await send(first.value as Buffer);
    await send(second.value);
    for await (const part of content) await send(part);
    await answered(
      client.send(new s3.CompleteMultipartUploadCommand({ ...key, UploadId, MultipartUpload: { Parts } })),
    );
  } catch (error) {
    // The first error is the reason. A bucket that is away keeps the parts until its own rule removes them.
    await client.send(new s3.AbortMultipartUploadCommand({ ...key, UploadId })).catch(() => {});
    throw error;
  }
}

async function missingAsUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
