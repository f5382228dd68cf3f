import { ahead } from '#lib/ahead.ts';
import { beforeSignOut } from '#lib/session-end.ts';
import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { alertsBellTexts as texts } from '@trace/contract/alerts/alerts.bell.texts';
import { lazy, Suspense, useEffect, useState } from 'react';
import classes from './alerts-bell.module.css';
import { alertsQuery } from './alerts.queries.ts';

/** Few look on most pages: the list is fetched with the first look. */
const loadDialog = () => import('./alerts-dialog.tsx');
const AlertsDialog = lazy(loadDialog);

const loadPush = () => import('./alerts-push-renewal.ts');

const MOST_SHOWN = 99;

/** The bell in the head of every page, with how many alerts are unread. */
export function AlertsBell({ area }: { area: 'user' | 'installer' }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useInfiniteQuery(alertsQuery);
  const unread = data?.pages[0]?.unread ?? 0;
  usePushKeptOn();
  return (
    <>
      <span className={classes.place}>
        <ActionIcon
          variant="default"
          size={36}
          className={classes.bell ?? ''}
          aria-label={unread === 0 ? texts.bell : texts.bellUnread(unread)}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          {...ahead(loadDialog)}
        >
          <IconBell size={18} stroke={1.7} />
        </ActionIcon>
        {unread > 0 && <span className={classes.count}>{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</span>}
      </span>
      <Suspense>{isOpen && <AlertsDialog area={area} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}

/** Push is on for one person of this browser at a time: it ends as they sign out, and is back when they are. */
function usePushKeptOn(): void {
  useEffect(() => {
    const ifAllowed = async (act: (push: Awaited<ReturnType<typeof loadPush>>) => Promise<void>) => {
      if ('Notification' in window && Notification.permission === 'granted') await act(await loadPush());
    };
    void ifAllowed(({ renewPush }) => renewPush());
    return beforeSignOut(() => ifAllowed(({ leavePush }) => leavePush()));
  }, []);
}
