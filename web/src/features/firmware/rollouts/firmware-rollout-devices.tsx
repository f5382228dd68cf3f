import { PagedList } from '#ui/data/table/paged-list.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, NativeSelect } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { updateStates } from '@trace/contract/firmware/firmware.rules';
import { rolloutTexts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { Rollout } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { FirmwareDevicesRows } from '../staff/firmware-devices-rows.tsx';
import classes from './firmware-rollout.module.css';
import { rolloutDevicesQuery, type DeviceFilter } from '../staff/firmware.staff.queries.ts';

const texts = rolloutTexts.list;

const filters = [
  { value: '', label: texts.anyState },
  { value: 'under_way', label: texts.underWay },
  ...updateStates.map((value) => ({ value, label: texts.states[value] })),
];

interface FirmwareRolloutDevicesProps {
  rollout: Rollout;
  filter: DeviceFilter | undefined;
  onFilter: (filter: DeviceFilter | undefined) => void;
  onClose: () => void;
}

/** FWM-03: the outcome of each device of a rollout, last change first. */
export function FirmwareRolloutDevices({ rollout, filter, onFilter, onClose }: FirmwareRolloutDevicesProps) {
  const query = useInfiniteQuery(rolloutDevicesQuery(rollout.id, filter));
  const pages = query.data?.pages ?? [];
  const devices = pages.flatMap((page) => page.devices);
  return (
    <Dialog isOpen isTall size="xl" title={texts.title(rollout.version)} onClose={onClose}>
      <div className={classes.filter}>
        <NativeSelect
          label={texts.filter}
          data={filters}
          value={filter ?? ''}
          onChange={({ currentTarget: { value } }) => onFilter(value === '' ? undefined : (value as DeviceFilter))}
        />
        <span role="status" className={classes.dimmed}>
          {pages[0] && texts.count(pages[0].total)}
        </span>
      </div>
      <div className={classes.devices}>
        <PagedList
          query={query}
          count={devices.length}
          icon={IconDeviceMobile}
          empty={texts.empty}
          failed={texts.failed}
          more={firmwareScreenTexts.more}
        >
          <FirmwareDevicesRows devices={devices} />
        </PagedList>
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {firmwareScreenTexts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
