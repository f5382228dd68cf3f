import { useLocation, useNavigate, type HistoryState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address whose code is waited for: a page that is loaded anew goes on there. */
    confirming?: string | undefined;
  }
}

/** The invitation that this tab came with, if any, and the way to forget it. */
export function useInviteToken(): string | undefined {
  return useLocation({ select: ({ state }) => state.companyInvite });
}

/**
 * The address that a code was sent to, how another takes its place (null leaves the confirmation), and the end of it: who
 * is confirmed has joined by the invitation, and is not asked once more.
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
