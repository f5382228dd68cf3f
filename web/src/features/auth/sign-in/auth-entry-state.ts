import { useLocation, useNavigate, type HistoryState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that the code was sent to. A reloaded page continues at the code step. */
    confirming?: string | undefined;
    /** Sign In opens with the form that requests a reset link. */
    isForgotten?: true | undefined;
  }
}

/** Returns the invitation of this tab, if any. */
export function useInviteToken(): string | undefined {
  return useLocation({ select: ({ state }) => state.companyInvite });
}

/** The state of a link that leads to the form for a reset link. */
export const forgottenState: HistoryState = { isForgotten: true };

/** Whether the page was opened by a link with `forgottenState`. */
export function useAsksForgotten(): boolean {
  return useLocation({ select: ({ state }) => state.isForgotten === true });
}

/**
 * Returns the address to which a code was sent, a setter (null leaves the confirmation), and `endConfirming`.
 * `endConfirming` also drops the invitation, because the confirmed user has already joined.
 */
export function useConfirming() {
  const confirming = useLocation({ select: ({ state }) => state.confirming });
  const navigate = useNavigate();
  const keep = (state: HistoryState | ((before: HistoryState) => HistoryState)) =>
    void navigate({ to: '.', search: true, hash: true, replace: true, resetScroll: true, state });
  const setConfirming = (email: string | null) =>
    keep(({ companyInvite }) => ({ companyInvite, confirming: email ?? undefined }));
  return { confirming: confirming ?? null, setConfirming, endConfirming: () => keep({}) };
}
