import { failureWords } from '#lib/http/api.ts';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { ApiError } from '@trace/contract/kernel/client';

/** Returns the server's message for a refusal, with the waiting time for a temporary refusal (AUTH-13). */
export function refusalWords(error: unknown, otherwise: string): string {
  const words = failureWords(error, otherwise);
  const waitSec = error instanceof ApiError ? error.refusal?.retryAfterSec : undefined;
  return waitSec === undefined ? words : `${words} ${entryTexts.waitFor(Math.max(1, waitSec))}`;
}
