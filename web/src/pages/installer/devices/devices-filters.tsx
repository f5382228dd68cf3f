import { SearchField } from '#ui/controls/search-field.tsx';
import { SegmentedControl, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { deviceStatuses, networkLabels, type DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import { networkLabel, statusLabel } from '@trace/contract/device-status/device-status.texts';
import { TABLE_SEARCH_MAX_LENGTH, tableSorts } from '@trace/contract/fleet/fleet.table.rules';
import { assignmentStates } from '@trace/contract/fleet/fleet.table.rules';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { memo } from 'react';
import { readDeviceFilter, type DeviceSearch } from './device-filter.ts';
import classes from './devices.module.css';

const ALL = 'all';
/** IDEV-11: every status, in the order in which installers ask for them. */
const shownStatuses: readonly DeviceStatus[] = ['online', 'sleeping', 'updating', 'awaiting', 'offline', 'error'];

interface DevicesFiltersProps {
  /** Cards have no heads to sort by, so that the sort is a list. The filters are lists too. */
  isNarrow: boolean;
}

/**
 * Search, filters and sort; each change begins with the first page and stands in the address. Statuses that arrive do
 * not render them.
 */
export const DevicesFilters = memo(function DevicesFilters({ isNarrow }: DevicesFiltersProps) {
  const search = useSearch({ from: '/installer-area/installer/devices' });
  const navigate = useNavigate({ from: '/installer/devices' });
  const change = (changed: Record<string, unknown>) =>
    void navigate({
      search: (before) =>
        readDeviceFilter({ ...before, after: undefined, before: undefined, page: undefined, ...changed }),
      replace: true,
    });
  return (
    <div className={classes.filters}>
      <SearchField
        label={texts.search}
        maxLength={TABLE_SEARCH_MAX_LENGTH}
        className={classes.search}
        text={search.q}
        onSearch={(q) => change({ q })}
      />
      <StatusFilter isNarrow={isNarrow} status={search.status} onChange={(status) => change({ status })} />
      <Choice
        label={texts.userFilter}
        none={texts.anyUser}
        options={assignmentStates.map((value) => ({ value, label: texts.users[value] }))}
        value={search.assigned}
        onChange={(assigned) => change({ assigned })}
      />
      <Choice
        label={texts.networkFilter}
        none={texts.anyNetwork}
        options={networkLabels.map((value) => ({ value, label: networkLabel[value] }))}
        value={search.network}
        onChange={(network) => change({ network })}
      />
      {isNarrow && (
        <Select
          label={texts.sort}
          className={classes.sort ?? ''}
          data={tableSorts.map((value) => ({ value, label: texts.sorts[value] }))}
          value={search.sort ?? 'lastSeen'}
          allowDeselect={false}
          onChange={(sort) => change({ sort, direction: undefined })}
        />
      )}
    </div>
  );
});

interface StatusFilterProps extends DevicesFiltersProps {
  status: DeviceSearch['status'];
  onChange: (status: DeviceStatus | undefined) => void;
}

/** Shows the statuses side by side. On a narrow screen, shows a list. */
function StatusFilter({ isNarrow, status, onChange }: StatusFilterProps) {
  if (isNarrow) {
    return (
      <Choice
        label={texts.statusFilter}
        none={texts.anyStatus}
        options={deviceStatuses.map((value) => ({ value, label: statusLabel[value] }))}
        value={status}
        onChange={onChange}
      />
    );
  }
  return (
    <SegmentedControl
      aria-label={texts.statusFilter}
      data={[{ value: ALL, label: texts.all }, ...shownStatuses.map((value) => ({ value, label: statusLabel[value] }))]}
      value={status ?? ALL}
      onChange={(value) => onChange(deviceStatuses.find((each) => each === value))}
    />
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  none: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** Selects one option or none. The UI kit treats an empty value as no choice, so none has its own value. */
function Choice<Value extends string>({ label, none, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      aria-label={label}
      className={classes.choice ?? ''}
      data={[{ value: ALL, label: none }, ...options]}
      value={value ?? ALL}
      allowDeselect={false}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value)}
    />
  );
}
