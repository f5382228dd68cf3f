import { api, failureWords } from '#lib/api.ts';
import { formatDay } from '#lib/format.ts';
import { verifySerial } from '@trace/contract/devices/devices.registration.api';
import { verificationRules, verificationWaitMs } from '@trace/contract/devices/devices.registration.rules';
import { typedSerialSchema, type Verification } from '@trace/contract/devices/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/devices.registration.texts';
import { FACTORY_SERIAL_PREFIX } from '@trace/contract/kernel/serial';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

export type VerifyState =
  | { phase: 'open' }
  /** Something is wrong with what was typed. */
  | { phase: 'unfit'; words: string }
  | { phase: 'asking'; attempt: number; words: string | null }
  /** REG-03: the next attempt is made at `nextAtMs`; `words` say why the last one did not do. */
  | { phase: 'waiting'; attempt: number; nextAtMs: number; words: string }
  | { phase: 'failed'; words: string }
  | { phase: 'verified'; verification: Verification };

/** Verifies a serial, again and again while the device may still appear (REG-02 to REG-04). */
export function useVerification() {
  const [state, setState] = useState<VerifyState>({ phase: 'open' });
  const current = useRef<AbortController | null>(null);
  // Through a mutation, so that an ended session takes the common path.
  const asking = useMutation({ mutationFn: ask, meta: { isFailureShownInPlace: true } });
  useEffect(() => () => current.current?.abort(), []);

  const stop = () => {
    current.current?.abort();
    current.current = null;
  };

  const verify = async (typed: string): Promise<Verification | null> => {
    stop();
    const complaint = complaintAbout(typed);
    if (complaint !== null) {
      setState({ phase: 'unfit', words: complaint });
      return null;
    }
    const controller = new AbortController();
    current.current = controller;
    const show = (next: VerifyState) => {
      if (!controller.signal.aborted) setState(next);
    };
    const attempt = (signal: AbortSignal) => asking.mutateAsync({ typed, signal });
    const end = await attemptUntilSettled({ attempt, show, signal: controller.signal });
    show(end);
    return end.phase === 'verified' && !controller.signal.aborted ? end.verification : null;
  };

  return {
    state,
    verify,
    /** Ends the waiting; what was typed stays. */
    cancel: () => {
      stop();
      setState({ phase: 'open' });
    },
    /** The server said about this serial what verifying did not. */
    refuse: (words: string) => {
      stop();
      setState({ phase: 'failed', words });
    },
  };
}

const ask = ({ typed, signal }: { typed: string; signal: AbortSignal }) =>
  api.call(verifySerial, { body: { serialNumber: typed } }, { signal });

interface Attempts {
  attempt: (signal: AbortSignal) => Promise<Verification>;
  show: (state: VerifyState) => void;
  signal: AbortSignal;
}

async function attemptUntilSettled({ attempt, show, signal }: Attempts): Promise<VerifyState> {
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
      if (!verification.retry || number === verificationRules.attempts) return { phase: 'failed', words };
    } catch (error) {
      return { phase: 'failed', words: failureWords(error) };
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

/** What can be told without asking; the prefix alone is no serial. */
function complaintAbout(typed: string): string | null {
  if (typed.trim() === FACTORY_SERIAL_PREFIX) return texts.serialMissing;
  const { error } = typedSerialSchema.safeParse(typed);
  return error?.issues[0]?.message ?? null;
}

function wordsOf({ state, details, serialNumber }: Verification): string {
  if (state === 'not_in_registry') return texts.notInRegistry(serialNumber);
  if (state === 'other_letter_case') return texts.otherLetterCase;
  if (details === null) return texts.alreadyRegistered;
  const date = formatDay(details.at, Date.now());
  return details.isYou ? texts.alreadyYours(date) : texts.alreadyRegisteredBy(details.name, date);
}
