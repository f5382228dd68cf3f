import { paths } from '#lib/paths.ts';
import { CloseButton } from '#ui/controls/close-button.tsx';
import { useIsTopDialog } from '#ui/dialogs/dialog-stack.ts';
import { useFocusBack } from '#ui/dialogs/dialog.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Modal } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import type { CSSProperties } from 'react';
import classes from './alerts-dialog.module.css';
import { AlertsRow } from './alerts-row.tsx';
import { alertsQuery } from './alerts.queries.ts';
import { useReadAllAlerts } from './alerts.read.queries.ts';

interface AlertsDialogProps {
  area: 'user' | 'installer';
  /** Where the bell is. */
  anchor: DOMRect;
  onClose: () => void;
}

const GAP_PX = 8;
const WIDTH_PX = 440;

/** The user's alerts under the bell, on a phone over the whole screen. */
export default function AlertsDialog({ area, anchor, onClose }: AlertsDialogProps) {
  const isPhone = useIsPhone();
  const isTopmost = useIsTopDialog(true);
  useFocusBack();
  const place = {
    '--alerts-top': `${anchor.bottom + GAP_PX}px`,
    '--alerts-right': `${document.documentElement.clientWidth - anchor.right}px`,
  } as CSSProperties;
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={isTopmost}
      size={WIDTH_PX}
      fullScreen={isPhone}
      radius={isPhone ? 0 : 'lg'}
      lockScroll={isPhone}
      transitionProps={{ transition: 'fade' }}
      classNames={{ inner: (!isPhone && classes.inner) || '', content: classes.content ?? '' }}
      styles={{ inner: place }}
    >
      <Modal.Overlay backgroundOpacity={0} />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title ?? ''}>{texts.bell}</Modal.Title>
          <CloseButton label={texts.close} size={isPhone ? 44 : 36} onClick={onClose} />
        </div>
        <Alerts area={area} onLeave={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Lists the user's alerts, newest first, and updates live while open. */
function Alerts({ area, onLeave }: { area: 'user' | 'installer'; onLeave: () => void }) {
  const query = useInfiniteQuery(alertsQuery);
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const readAll = useReadAllAlerts();
  const alerts = data?.pages.flatMap((page) => page.alerts) ?? [];
  const [first] = data?.pages ?? [];
  const isUnread = first !== undefined && (first.unread > 0 || first.isMoreUnread);
  const [newest] = alerts;
  return (
    <>
      <div className={classes.scroll}>
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
        {hasNextPage && (
          <div className={classes.more}>
            <Button variant="default" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.more}
            </Button>
          </div>
        )}
      </div>
      <div className={classes.foot}>
        <Button
          component={Link}
          to={area === 'user' ? paths.userSettings : paths.installerSettings}
          hash="alerts"
          variant="subtle"
          onClick={onLeave}
        >
          {texts.settings}
        </Button>
        {newest && isUnread && (
          <Button variant="subtle" loading={readAll.isPending} onClick={() => readAll.mutate(newest.id)}>
            {texts.markAllRead}
          </Button>
        )}
      </div>
    </>
  );
}
