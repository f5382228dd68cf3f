import { preloadOnIntent } from '#lib/http/preload-on-intent.ts';
import { beforeSignOut, signOutKey } from '#lib/session/session-end.ts';
import { BellButton } from '#ui/controls/bell-button.tsx';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { alertsBellTexts as texts } from '@trace/contract/alerts/alerts.bell.texts';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { BellNotices } from './alerts-notices.ts';
import { alertSettingsKey } from './alerts.keys.queries.ts';
import { alertsQuery } from './alerts.queries.ts';

/** Few look on most pages: the list is fetched with the first look. */
const loadDialog = () => import('./alerts-dialog.tsx');
const AlertsDialog = lazy(loadDialog);

const AlertsAnswerToasts = lazy(() => import('./alerts-answer-toasts.ts'));

const loadPush = () => import('./alerts-push-renewal.ts');
type Push = Awaited<ReturnType<typeof loadPush>>;

interface AlertsBellProps {
  area: 'user' | 'installer';
  notices: BellNotices;
}

/** The bell in the head of every page, with the number of unread alerts and notices. */
export function AlertsBell({ area, notices }: AlertsBellProps) {
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  const { data } = useInfiniteQuery(alertsQuery);
  const [newest] = data?.pages ?? [];
  const unread = {
    unread: (newest?.unread ?? 0) + notices.unread,
    isMoreUnread: newest?.isMoreUnread ?? false,
  };
  const isUnread = unread.unread > 0;
  usePushKeptOn();
  return (
    <>
      <BellButton
        label={isUnread ? texts.bellUnread(unread) : texts.bell}
        badge={isUnread ? texts.badge(unread) : null}
        isOpen={anchor !== null}
        onOpen={setAnchor}
        preload={preloadOnIntent(loadDialog)}
      />
      <Suspense>{area === 'installer' && <AlertsAnswerToasts />}</Suspense>
      <Suspense>
        {anchor && <AlertsDialog area={area} anchor={anchor} notices={notices} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}

/**
 * Push is on for a single user per browser at a time. Sign-out ends push, and the next sign-in of the same user renews
 * push.
 */
function usePushKeptOn(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const renew = async ({ renewPush }: Push) => {
      if (await renewPush()) await queryClient.invalidateQueries({ queryKey: alertSettingsKey });
    };
    const ifAllowed = async (act: (push: Push) => Promise<void>) => {
      if ('Notification' in window && Notification.permission === 'granted') await act(await loadPush());
    };
    // A page change during sign-out is no return, so push is not renewed.
    if (queryClient.isMutating({ mutationKey: signOutKey }) === 0) void ifAllowed(renew);
    return beforeSignOut(() => ifAllowed(({ leavePush }) => leavePush()));
  }, [queryClient]);
}
