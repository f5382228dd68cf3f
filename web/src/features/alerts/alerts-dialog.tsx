import { paths } from '#lib/paths.ts';
import { MoreButton } from '#ui/data/table/more-button.tsx';
import { BellDialog } from '#ui/dialogs/bell-dialog.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import classes from './alerts-dialog.module.css';
import type { BellNotices } from './alerts-notices.ts';
import { AlertsRow } from './alerts-row.tsx';
import { alertsQuery } from './alerts.queries.ts';
import { useReadAllAlerts } from './alerts.read.queries.ts';

interface AlertsDialogProps {
  area: 'user' | 'installer';
  /** Where the bell is. */
  anchor: DOMRect;
  notices: BellNotices;
  onClose: () => void;
}

/** The notices and the user's alerts, under the bell. */
export default function AlertsDialog({ area, anchor, notices, onClose }: AlertsDialogProps) {
  const { data } = useInfiniteQuery(alertsQuery);
  const readAll = useReadAllAlerts();
  const [first] = data?.pages ?? [];
  const unreadUpTo = first && (first.unread > 0 || first.isMoreUnread) ? first.alerts[0]?.id : undefined;
  const markAllRead = () => {
    if (unreadUpTo !== undefined) readAll.mutate(unreadUpTo);
    if (notices.unread > 0) notices.readAll();
  };
  return (
    <BellDialog
      title={texts.bell}
      closeLabel={texts.close}
      anchor={anchor}
      onClose={onClose}
      foot={
        <>
          <Button
            component={Link}
            to={area === 'user' ? paths.userSettings : paths.installerSettings}
            hash="alerts"
            variant="subtle"
            onClick={onClose}
          >
            {texts.settings}
          </Button>
          {(unreadUpTo !== undefined || notices.unread > 0) && (
            <Button variant="subtle" loading={readAll.isPending} onClick={markAllRead}>
              {texts.markAllRead}
            </Button>
          )}
        </>
      }
    >
      {notices.section}
      {notices.section !== null && <h3 className={classes.part}>{texts.bell}</h3>}
      <Alerts area={area} onLeave={onClose} />
    </BellDialog>
  );
}

/** Lists the user's alerts, newest first, and updates live while open. */
function Alerts({ area, onLeave }: { area: 'user' | 'installer'; onLeave: () => void }) {
  const query = useInfiniteQuery(alertsQuery);
  const { data, isError, refetch, hasNextPage } = query;
  const alerts = data?.pages.flatMap((page) => page.alerts) ?? [];
  return (
    <>
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
            <AlertsRow key={alert.id} alert={alert} area={area} onLeave={onLeave} />
          ))}
        </ul>
      )}
      <MoreButton query={query} label={texts.more} placeClass={classes.more} variant="default" fullWidth />
    </>
  );
}
