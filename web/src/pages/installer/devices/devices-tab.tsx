import type { useDeviceTable } from '#features/fleet/fleet.table.queries.ts';
import { failureWords } from '#lib/http/api.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { paths } from '#lib/paths.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { Button, Card } from '@mantine/core';
import { IconDeviceMobileOff, IconFilterOff, IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { TablePage } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import type { ReactNode } from 'react';
import { isNarrowed } from './device-filter.ts';
import { DevicesFilters } from './devices-filters.tsx';
import { DevicesPaging } from './devices-paging.tsx';
import { DevicesTable } from './devices-table.tsx';
import classes from './devices.module.css';

/** The table with its filters and pages. Has a message for loading, failure, an empty list and no match. */
export function DevicesTab({ table }: { table: ReturnType<typeof useDeviceTable> }) {
  const { data, error, isPlaceholderData, refetch } = table;
  const isNarrow = useIsNarrow();
  // While offline, the rows show their age instead.
  const isOffline = useOffline() !== null;
  if (!data && error) {
    return (
      <Card>
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data?.counts.total === 0) return <NoDevices />;
  return (
    <DevicesCard isNarrow={isNarrow}>
      {error && !isOffline && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data ? <PageOfDevices page={data} isStale={isPlaceholderData} /> : <LoadingText>{texts.loading}</LoadingText>}
    </DevicesCard>
  );
}

function PageOfDevices({ page, isStale }: { page: TablePage; isStale: boolean }) {
  const hasRows = page.devices.length > 0;
  const search = useSearch({ from: '/installer-area/installer/devices' });
  return (
    <>
      <div className={classes.rows} data-stale={isStale || undefined} aria-busy={isStale}>
        {/* Stays without rows too: the selection and an open dialog would end with the last row. */}
        <DevicesTable
          page={page}
          list={isStale ? null : JSON.stringify(search)}
          empty={<NothingHere counts={page.counts} />}
        />
      </div>
      {hasRows && <DevicesPaging page={page} />}
    </>
  );
}

interface DevicesCardProps {
  isNarrow: boolean;
  children: ReactNode;
}

/** The filters stand before the rows arrive, and keep their input while rows change. */
export function DevicesCard({ isNarrow, children }: DevicesCardProps) {
  return (
    <Card component="section" aria-label={texts.title} padding={0} className={classes.card ?? ''}>
      <DevicesFilters isNarrow={isNarrow} />
      {children}
    </Card>
  );
}

function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const navigate = useNavigate({ from: '/installer/devices' });
  return (
    <div role="alert">
      <EmptyState
        icon={IconPlugConnectedX}
        text={`${texts.loadFailed} ${failureWords(error)}`}
        action={
          <div className={classes.choices}>
            <Button onClick={onRetry}>{texts.tryAgain}</Button>
            <Button variant="default" onClick={() => void navigate({ search: {} })}>
              {texts.showAll}
            </Button>
          </div>
        }
      />
    </div>
  );
}

function NoDevices() {
  return (
    <Card>
      <EmptyState
        icon={IconDeviceMobileOff}
        text={`${texts.none} ${texts.noneNext}`}
        action={
          <Button component={Link} to={paths.installerSetup}>
            {texts.register}
          </Button>
        }
      />
    </Card>
  );
}

/** Shown when no device matches, or when the page in the address no longer exists while other pages do. */
function NothingHere({ counts }: Pick<TablePage, 'counts'>) {
  const search = useSearch({ from: '/installer-area/installer/devices' });
  const navigate = useNavigate({ from: '/installer/devices' });
  const { after: _after, before: _before, page: _page, ...first } = search;
  const isGone = counts.matching > 0;
  return (
    <EmptyState
      icon={IconFilterOff}
      text={isGone || !isNarrowed(search) ? texts.placeUnknown : `${texts.noMatch} ${texts.noMatchNext}`}
      action={
        <Button onClick={() => void navigate({ search: isGone ? first : {} })}>
          {isGone ? texts.firstPage : texts.showAll}
        </Button>
      }
    />
  );
}
