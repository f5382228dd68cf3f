import { useDeviceTable } from '#features/fleet/fleet.table.queries.ts';
import { failureWords } from '#lib/http/api.ts';
import { paths } from '#lib/paths.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { DeviceName } from '#ui/data/device-name.tsx';
import { StatusBadge } from '#ui/data/status-badge.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import { IconDeviceMobileOff, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { TABLE_SEARCH_MAX_LENGTH } from '@trace/contract/fleet/fleet.table.rules';
import { commissioningTexts as texts } from '@trace/contract/fleet/fleet.commissioning.texts';
import { useState } from 'react';
import { isInUse } from '../devices/devices-rights.ts';
import classes from './commissioning.module.css';

/** Chooses the device to commission, for an address without a device. */
export function CommissioningChoice() {
  const [search, setSearch] = useState('');
  const table = useDeviceTable({ sort: 'registered', ...(search !== '' && { search }) });
  if (table.data?.counts.total === 0) return <NoDevices />;
  return (
    <SectionCard title={texts.choose} aside={texts.chooseHint}>
      <SearchField label={texts.search} maxLength={TABLE_SEARCH_MAX_LENGTH} onSearch={setSearch} />
      <Devices table={table} />
    </SectionCard>
  );
}

function Devices({ table: { data, error, refetch } }: { table: ReturnType<typeof useDeviceTable> }) {
  if (!data && error)
    return (
      <EmptyState
        icon={IconPlugConnectedX}
        text={failureWords(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (!data) return <LoadingText />;
  const devices = data.devices.filter(isInUse);
  if (devices.length === 0) return <EmptyState icon={IconDeviceMobileOff} text={texts.noMatch} />;
  return (
    <ul className={classes.choices}>
      {devices.map(({ serialNumber, name, status }) => (
        <li key={serialNumber}>
          <Link to={paths.installerCommissioning} search={{ device: serialNumber }} className={classes.choice ?? ''}>
            <DeviceName name={name} serialNumber={serialNumber} />
            <StatusBadge status={status.status} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NoDevices() {
  return (
    <SectionCard title={texts.choose}>
      <EmptyState
        icon={IconDeviceMobileOff}
        text={texts.none}
        action={<Button renderRoot={(props) => <Link {...props} to={paths.installerSetup} />}>{texts.register}</Button>}
      />
    </SectionCard>
  );
}
