// Tries the bucket when the server starts, so that a wrong setting is found before the first person uploads a file.
import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';

import { clientFor, START_CHECK, type S3Place } from './s3-files.ts';

const WITHIN_MS = 10_000;
/** Errors that only another setting ends. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidAccessKeyId: 'the key is not known there',
  SignatureDoesNotMatch: 'the secret does not fit the key',
  AccessDenied: 'the key may not write there',
  AuthorizationHeaderMalformed: 'the region is wrong',
  PermanentRedirect: 'the bucket is in another region',
  CredentialsProviderError: 'no key was found in the environment or on this machine',
};

/**
 * Writes a small file, and leaves it: a key may lack the right to delete. A bucket that does not answer is no reason not to start, because all else works without it.
 *
 * @throws StartProblem that names FILES_URL when the setting is wrong
 */
export async function checkBucket(place: S3Place, log: Log): Promise<void> {
  const s3 = await import('@aws-sdk/client-s3');
  const client = clientFor(s3, place);
  const probe = new s3.PutObjectCommand({ Bucket: place.bucket, Key: place.prefix + START_CHECK, Body: 'Trace' });
  try {
    await client.send(probe, { abortSignal: AbortSignal.timeout(WITHIN_MS) });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== undefined)
      throw new StartProblem(`FILES_URL: ${reason} (bucket ${place.bucket}).`, { cause: error });
    log.warn({ err: error, bucket: place.bucket }, 'The bucket of FILES_URL does not answer, files are unavailable');
  } finally {
    client.destroy();
  }
}

/** Reads the file of the last start. Returns why the bucket cannot be used, or null. Changes nothing. */
export async function inspectBucket(place: S3Place, withinMs: number): Promise<string | null> {
  const s3 = await import('@aws-sdk/client-s3');
  const client = clientFor(s3, place);
  const probe = new s3.GetObjectCommand({ Bucket: place.bucket, Key: place.prefix + START_CHECK });
  try {
    const { Body } = await client.send(probe, { abortSignal: AbortSignal.timeout(withinMs) });
    (Body as { destroy?: () => void } | undefined)?.destroy?.();
    return null;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return null;
    return reasonOf(error) ?? 'it does not answer';
  } finally {
    client.destroy();
  }
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const known = REASONS[error.name];
  return known ?? ($metadata?.httpStatusCode === 403 ? `it answers ${error.name}` : undefined);
}
