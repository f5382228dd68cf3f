import type { QueueTrouble } from './hub-queue.ts';

/** Errors that only another setting ends, in the names of both protocols of the service. */
const refusals: ReadonlySet<string> = new Set([
  'InvalidClientTokenId',
  'UnrecognizedClientException',
  'SignatureDoesNotMatch',
  'InvalidSignatureException',
  'IncompleteSignature',
  'MissingAuthenticationToken',
  'AccessDenied',
  'AccessDeniedException',
  'InvalidAccessKeyId',
  'OptInRequired',
  'QueueDoesNotExist',
  'NonExistentQueue',
]);

/** `AWS.SimpleQueueService.NonExistentQueue` and `com.amazonaws.sqs#QueueDoesNotExist` become their last part. */
const shortName = (name: string): string => name.split(/[.#]/).at(-1)!;

/** Reads a thrown error of the library. The reason is a name, because messages can contain addresses and keys. */
export function troubleOf(error: unknown): QueueTrouble {
  if (!(error instanceof Error)) return { outcome: 'unavailable', reason: 'unknown' };
  const name = shortName(error.name);
  if (refusals.has(name)) return { outcome: 'refused', reason: name };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { outcome: 'unavailable', reason: code ?? name };
}
