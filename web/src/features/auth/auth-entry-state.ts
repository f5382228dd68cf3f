import { useLocation, useNavigate } from '@tanstack/react-router';

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

/** The address that a code was sent to, and how another takes its place; null leaves the confirmation. */
export function useConfirming() {
  const confirming = useLocation({ select: ({ state }) => state.confirming });
  const navigate = useNavigate();
  const setConfirming = (email: string | null) =>
    void navigate({
      to: '.',
      search: true,
      hash: true,
      replace: true,
      resetScroll: true,
      state: (before) => ({ companyInvite: before.companyInvite, confirming: email ?? undefined }),
    });
  return { confirming: confirming ?? null, setConfirming };
}
