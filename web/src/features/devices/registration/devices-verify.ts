import { api } from '#lib/http/api.ts';
import { verifySerial } from '@trace/contract/devices/registration/devices.registration.api';
import { typedSerialSchema, type Verification } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { FACTORY_SERIAL_PREFIX } from '@trace/contract/kernel/serial';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { attemptUntilSettled, type VerifyState } from './devices-verify-attempts.ts';

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
    /** Cancels the attempts. The typed serial stays. */
    cancel: () => {
      stop();
      setState({ phase: 'open' });
    },
    /** Shows a refusal of this serial that verification did not find. */
    refuse: (words: string) => {
      stop();
      setState({ phase: 'failed', words });
    },
  };
}

const ask = ({ typed, signal }: { typed: string; signal: AbortSignal }) =>
  api.call(verifySerial, { body: { serialNumber: typed } }, { signal });

/** Returns the error that needs no request. The prefix alone is not a serial. */
function complaintAbout(typed: string): string | null {
  if (typed.trim() === FACTORY_SERIAL_PREFIX) return texts.serialMissing;
  const { error } = typedSerialSchema.safeParse(typed);
  return error?.issues[0]?.message ?? null;
}
