import { useMutation } from '@tanstack/react-query';
import { hubRules, isHubCode } from '@trace/contract/hubs/hubs.rules';
import { hubsTexts as texts } from '@trace/contract/hubs/hubs.texts';
import { useEffect, useEffectEvent, useState } from 'react';
import { verifyHubs, type HubsAnswer, type VerifiedHubs } from './hubs-verify.ts';

const nothingTyped = { username: '', password: '', code: '' };

export type HubCredentialField = keyof typeof nothingTyped;

export interface HubsState {
  typed: Record<HubCredentialField, string>;
  isCodeAsked: boolean;
  verified: VerifiedHubs | null;
  hubId: string | null;
  failure: string | null;
  /** The validation error of the code, found before sending. */
  codeComplaint: string | null;
}

const untouched: HubsState = {
  typed: nothingTyped,
  isCodeAsked: false,
  verified: null,
  hubId: null,
  failure: null,
  codeComplaint: null,
};

/** Credentials, then verified with hubs listed, then a hub. `serial`: of a registered device. */
export function useHubChoice(serial: string | null) {
  const [state, setState] = useState(untouched);
  const change = (next: Partial<HubsState>) => setState((before) => ({ ...before, ...next }));
  const verifying = useVerifying(serial);
  useExpiry(state.verified, () => change({ verified: null, hubId: null, failure: texts.handleGone }));

  return {
    state,
    isVerifying: verifying.isPending,
    isReady: state.typed.username.trim() !== '' && state.typed.password !== '',
    chosen: chosenHub(state),
    /** Editing a field discards the verification, because the typed credentials have changed. */
    type: (field: HubCredentialField, text: string) =>
      change({
        typed: { ...state.typed, [field]: text },
        verified: null,
        hubId: null,
        failure: null,
        codeComplaint: null,
      }),
    choose: (hubId: string) => change({ hubId }),
    verify: () => {
      // A second Enter would send the code again, and the hub service takes a code once.
      if (verifying.isPending) return;
      const complaint = complaintAbout(state);
      if (complaint !== null) return change(complaint);
      change({ failure: null, codeComplaint: null });
      // Not called after `reset`: an answer for the previous customer must not appear in the form of the next.
      verifying.mutate(state.typed, { onSuccess: (answer) => change(changeOf(answer)) });
    },
    /** The server no longer accepts the chosen hub. */
    refuse: (words: string) => change({ verified: null, hubId: null, failure: words }),
    reset: () => {
      verifying.reset();
      setState(untouched);
    },
  };
}

export type HubChoiceState = ReturnType<typeof useHubChoice>;

function useVerifying(serial: string | null) {
  return useMutation({
    mutationFn: ({ username, password, code }: HubsState['typed']) => {
      const totp = code.replaceAll(/\s/g, '');
      return verifyHubs({ username: username.trim(), password, ...(totp !== '' && { totp }) }, serial);
    },
    meta: { isFailureShownInPlace: true },
  });
}

function changeOf(answer: HubsAnswer): Partial<HubsState> {
  if (!answer.isVerified) {
    const { words, needsCode } = answer;
    return { verified: null, hubId: null, failure: words, ...(needsCode && { isCodeAsked: true }) };
  }
  const { hubs } = answer.verified;
  return { verified: answer.verified, failure: null, hubId: hubs.length === 1 ? hubs[0]!.hubId : null };
}

/** Clears the verified hubs when the verification expires. */
function useExpiry(verified: VerifiedHubs | null, onExpired: () => void): void {
  const expire = useEffectEvent(onExpired);
  useEffect(() => {
    if (verified === null) return undefined;
    const timer = setTimeout(() => expire(), hubRules.handleMs);
    return () => clearTimeout(timer);
  }, [verified]);
}

function complaintAbout({ typed, isCodeAsked }: HubsState): Partial<HubsState> | null {
  if (typed.username.trim() === '' || typed.password === '') return { failure: texts.missing };
  const code = typed.code.replaceAll(/\s/g, '');
  if (isCodeAsked && code !== '' && !isHubCode(code)) return { codeComplaint: texts.codeInvalid };
  return null;
}

function chosenHub({ verified, hubId }: HubsState) {
  const hub = verified?.hubs.find((each) => each.hubId === hubId);
  return verified && hub ? { handle: verified.handle, hub } : null;
}
