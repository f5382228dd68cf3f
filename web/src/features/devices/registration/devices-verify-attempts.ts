import { serverNowMs } from '#lib/stream/server-clock.ts';
import { failureWords, isUnreachable } from '#lib/http/api.ts';
import { formatDay } from '#lib/format.ts';
import { verificationRules, verificationWaitMs } from '@trace/contract/devices/registration/devices.registration.rules';
import type { Verification } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';

export type VerifyState =
  | { phase: 'open' }
  /** The typed serial is invalid. */
  | { phase: 'unfit'; words: string }
  | { phase: 'asking'; attempt: number; words: string | null }
  /** REG-03: the next attempt is made at `nextAtMs`. `words` give the reason why the last attempt failed. */
  | { phase: 'waiting'; attempt: number; nextAtMs: number; words: string }
  /** `isUnreachable`: the server did not answer, so the result is unknown. `ownSerial`: the caller's own device. */
  | { phase: 'failed'; words: string; isUnreachable?: boolean; ownSerial?: string }
  | { phase: 'verified'; verification: Verification };

interface Attempts {
  attempt: (signal: AbortSignal) => Promise<Verification>;
  show: (state: VerifyState) => void;
  signal: AbortSignal;
}

/** Retries until the answer is final, at most as often as REG-03 allows. Returns 'open' when cancelled. */
export async function attemptUntilSettled({ attempt, show, signal }: Attempts): Promise<VerifyState> {
  let words: string | null = null;
  for (let number = 1; ; number += 1) {
    if (words !== null) {
      const waitMs = verificationWaitMs(number);
      show({ phase: 'waiting', attempt: number, nextAtMs: Date.now() + waitMs, words });
      await wait(waitMs, signal);
    }
    if (signal.aborted) return { phase: 'open' };
    show({ phase: 'asking', attempt: number, words });
    try {
      const verification = await attempt(signal);
      if (verification.state === 'free') return { phase: 'verified', verification };
      words = wordsOf(verification);
      if (!verification.retry || number === verificationRules.attempts)
        return { phase: 'failed', words, ...(verification.details?.isYou && { ownSerial: verification.serialNumber }) };
    } catch (error) {
      return { phase: 'failed', words: failureWords(error), ...(isUnreachable(error) && { isUnreachable: true }) };
    }
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function wordsOf({ state, details, serialNumber }: Verification): string {
  if (state === 'not_in_registry') return texts.notInRegistry(serialNumber);
  if (state === 'other_letter_case') return texts.otherLetterCase;
  if (details === null) return texts.alreadyRegistered;
  const date = formatDay(details.at, serverNowMs());
  return details.isYou ? texts.alreadyYours(date) : texts.alreadyRegisteredBy(details.name, date);
}
