import { SearchField } from '#ui/controls/search-field.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { Button, Card, Switch } from '@mantine/core';
import { IconDeviceMobile, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { deviceStatuses } from '@trace/contract/device-status/device-status.rules';
import { statusLabel } from '@trace/contract/device-status/device-status.texts';
import { assignmentStates } from '@trace/contract/fleet/fleet.table.rules';
import { SEARCH_MAX_LENGTH } from '@trace/contract/support-desk/support-desk.rules';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { Choice } from './support-desk-choice.tsx';
import { DevicesRows } from './support-desk-devices-rows.tsx';
import { devicesQuery, type DevicesFilter } from './support-desk.queries.ts';
import classes from './support-desk.module.css';

const texts = supportDeskTexts.devices;

interface DevicesCardProps {
  filter: DevicesFilter;
  onChange: (changed: DevicesFilter) => void;
}

/** SUPP-01: all devices with search and filters, newest first. */
export function DeskDevicesCard({ filter, onChange }: DevicesCardProps) {
  const query = useInfiniteQuery(devicesQuery(filter));
  const devices = query.data?.pages.flatMap((page) => page.devices) ?? [];
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const only = texts.onlyCompany(devices[0]?.companyName ?? null);
  return (
    <Card component="section" aria-label={texts.title} padding={0}>
      <div className={classes.filters}>
        <SearchField
          label={texts.placeholder}
          maxLength={SEARCH_MAX_LENGTH}
          text={filter.search}
          onSearch={(search) => onChange({ ...filter, search: search || undefined })}
        />
        <Choice
          label={texts.status}
          none={texts.anyStatus}
          options={deviceStatuses.map((value) => ({ value, label: statusLabel[value] }))}
          value={filter.status}
          onChange={(status) => onChange({ ...filter, status })}
        />
        <Choice
          label={texts.assigned}
          none={texts.anyAssigned}
          options={assignmentStates.map((value) => ({ value, label: texts.assignments[value] }))}
          value={filter.assigned}
          onChange={(assigned) => onChange({ ...filter, assigned })}
        />
        <Switch
          label={texts.silent}
          checked={filter.silent === 'yes'}
          onChange={({ currentTarget }) => onChange({ ...filter, silent: currentTarget.checked ? 'yes' : undefined })}
        />
        {filter.company !== undefined && (
          <Button
            variant="default"
            rightSection={<IconX size={16} stroke={1.7} />}
            aria-label={`${only}. ${texts.allCompanies}`}
            onClick={() => onChange({ ...filter, company: undefined })}
          >
            {only}
          </Button>
        )}
      </div>
      <PagedList
        query={query}
        count={devices.length}
        icon={IconDeviceMobile}
        empty={isNarrowed ? supportDeskTexts.list.noMatch : texts.empty}
        failed={(reason) => `${texts.failed}. ${reason}`}
        more={supportDeskTexts.list.more}
      >
        <DevicesRows devices={devices} />
      </PagedList>
    </Card>
  );
}
