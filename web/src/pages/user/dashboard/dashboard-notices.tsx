import { SubscriptionTrouble } from '#features/subscription/subscription-trouble.tsx';
import { useStreamState } from '#lib/stream/stream-provider.tsx';
import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { lazy, Suspense, useCallback, useState } from 'react';
import classes from './dashboard.module.css';

const SubscriptionReturn = lazy(() => import('#features/subscription/subscription-return.tsx'));

/** Notices that every tab shows first. */
export function DashboardNotices({ devices }: { devices: UseQueryResult<Device[]> }) {
  const { checkout } = useSearch({ from: '/user-area/user' });
  const navigate = useNavigate({ from: '/user' });
  // Stored in state, because the address drops the parameter after the answer. A reload or a step back therefore does
  // not ask again.
  const [returned, setReturned] = useState(checkout);
  const forget = useCallback(
    () => void navigate({ search: ({ checkout: _checkout, ...rest }) => rest, replace: true }),
    [navigate],
  );
  const dismiss = () => {
    setReturned(undefined);
    forget();
  };
  return (
    <div className={classes.notices}>
      <Suspense>
        {returned && (
          <SubscriptionReturn
            checkout={returned}
            isInAddress={checkout !== undefined}
            onAnswered={forget}
            onDismiss={dismiss}
          />
        )}
      </Suspense>
      <SubscriptionTrouble />
      {devices.data && devices.isRefetchError && <ReloadFailed devices={devices} />}
    </div>
  );
}

/**
 * UDASH-08: the page still shows the stale list. While the connection is lost, the connection bar reports the problem
 * instead.
 */
function ReloadFailed({ devices }: { devices: UseQueryResult<Device[]> }) {
  const { phase } = useStreamState();
  if (phase === 'lost') return null;
  return (
    <div role="alert">
      <AmberNotice
        label={devicesTexts.loadFailed}
        icon={IconPlugConnectedX}
        actions={
          <Button variant="default" loading={devices.isFetching} onClick={() => void devices.refetch()}>
            {devicesTexts.tryAgain}
          </Button>
        }
      >
        {devicesTexts.loadFailed}
      </AmberNotice>
    </div>
  );
}
