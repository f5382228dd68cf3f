import { preloadOnIntent } from '#lib/http/preload-on-intent.ts';
import { beforeSignOut, signOutKey } from '#lib/session/session-end.ts';
import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { alertsBellTexts as texts } from '@trace/contract/alerts/alerts.bell.texts';
import { lazy, Suspense, useEffect, useState } from 'react';
import classes from './alerts-bell.module.css';
import { alertSettingsKey } from './alerts.keys.queries.ts';
import { alertsQuery } from './alerts.queries.ts';

/** Few look on most pages: the list is fetched with the first look. */
const loadDialog = () => import('./alerts-dialog.tsx');
const AlertsDialog = lazy(loadDialog);

const AlertsAnswerToasts = lazy(() => import('./alerts-answer-toasts.ts'));

const loadPush = () => import('./alerts-push-renewal.ts');
type Push = Awaited<ReturnType<typeof loadPush>>;

/** The bell in the head of every page, with how many alerts are unread. */
export function AlertsBell({ area }: { area: 'user' | 'installer' }) {
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  const { data } = useInfiniteQuery(alertsQuery);
  const [newest] = data?.pages ?? [];
  const unread = newest && newest.unread > 0 ? newest : null;
  usePushKeptOn();
  return (
    <>
      <span className={classes.place}>
        <ActionIcon
          variant="default"
          size={36}
          className={classes.bell ?? ''}
          aria-label={unread ? texts.bellUnread(unread) : texts.bell}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
          {...preloadOnIntent(loadDialog)}
        >
          <IconBell size={18} stroke={1.7} />
        </ActionIcon>
        {unread && <span className={classes.count}>{texts.badge(unread)}</span>}
      </span>
      <Suspense>{area === 'installer' && <AlertsAnswerToasts />}</Suspense>
      <Suspense>{anchor && <AlertsDialog area={area} anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
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
