import { paths } from '#lib/paths.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import classes from './alerts-dialog.module.css';
import { AlertsRow } from './alerts-row.tsx';
import { alertsQuery } from './alerts.queries.ts';
import { useReadAllAlerts } from './alerts.read.queries.ts';

interface AlertsDialogProps {
  area: 'user' | 'installer';
  onClose: () => void;
}

/** Lists the user's alerts, newest first, and updates live while open. */
export default function AlertsDialog({ area, onClose }: AlertsDialogProps) {
  const query = useInfiniteQuery(alertsQuery);
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const readAll = useReadAllAlerts();
  const alerts = data?.pages.flatMap((page) => page.alerts) ?? [];
  const [first] = data?.pages ?? [];
  const isUnread = first !== undefined && (first.unread > 0 || first.isMoreUnread);
  const [newest] = alerts;
  return (
    <Dialog isOpen isTall title={texts.bell} size="md" onClose={onClose}>
      {isError && !data && (
        <EmptyState
          icon={IconBell}
          text={texts.loadFailed}
          action={<Button onClick={() => void refetch()}>{accountsTexts.tryAgain}</Button>}
        />
      )}
      {!data && !isError && <LoadingText />}
      {data && alerts.length === 0 && !hasNextPage && <EmptyState icon={IconBell} text={texts.empty} />}
      {alerts.length > 0 && (
        <ul className={classes.list}>
          {alerts.map((alert) => (
            <AlertsRow key={alert.id} alert={alert} area={area} onLeave={onClose} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" fullWidth mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      <DialogActions>
        <Button
          component={Link}
          to={area === 'user' ? paths.userSettings : paths.installerSettings}
          variant="default"
          onClick={onClose}
        >
          {texts.settings}
        </Button>
        {newest && isUnread && (
          <Button variant="default" loading={readAll.isPending} onClick={() => readAll.mutate(newest.id)}>
            {texts.markAllRead}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
