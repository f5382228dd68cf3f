import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { SELECTED_MOST } from '@trace/contract/fleet/fleet.table.rules';
import { useCallback, useState } from 'react';
import { isInUse } from './devices-rights.ts';

/** IDEV-11: the installer can change the device, so that the device can be selected. */
export const isSelectable = (device: TableRow): boolean => device.mayManage && isInUse(device);

export type Selection = ReturnType<typeof useSelection>;

/** The selected devices, across pages of the table. A device on the shown page has its newest row. */
export function useSelection(shown: readonly TableRow[]) {
  const [kept, setKept] = useState<ReadonlyMap<string, TableRow>>(new Map());
  const onPage = shown.filter(isSelectable);
  const newest = new Map(shown.map((device) => [device.serialNumber, device]));
  const selected = [...kept.values()]
    .map((device) => newest.get(device.serialNumber) ?? device)
    .filter((device) => isSelectable(device));
  const chosen = new Set(selected.map(({ serialNumber }) => serialNumber));
  const isFull = selected.length >= SELECTED_MOST;
  // Stays the same function, so that a row renders only when its own device changes.
  const toggle = useCallback((device: TableRow) => setKept((before) => toggled(before, device)), []);
  const put = (devices: readonly TableRow[]) =>
    setKept(new Map(devices.slice(0, SELECTED_MOST).map((device) => [device.serialNumber, device])));
  return {
    selected,
    /** The devices of this page that can be selected. */
    onPage,
    has: ({ serialNumber }: TableRow) => chosen.has(serialNumber),
    isFull,
    isPageSelected: onPage.length > 0 && onPage.every(({ serialNumber }) => chosen.has(serialNumber)),
    toggle,
    togglePage: (isOn: boolean) => {
      const others = selected.filter((device) => !onPage.some((each) => each.serialNumber === device.serialNumber));
      // Without room for another device, a press on a partly selected page deselects the page.
      put(isOn && !isFull ? [...others, ...onPage] : others);
    },
    /** The row of a changed device would be outdated while another page or filter is shown. */
    drop: (devices: readonly TableRow[]) => setKept((before) => without(before, devices)),
    clear: () => setKept(new Map()),
  };
}

function toggled(kept: ReadonlyMap<string, TableRow>, device: TableRow): ReadonlyMap<string, TableRow> {
  const next = new Map(kept);
  if (!next.delete(device.serialNumber) && next.size < SELECTED_MOST) next.set(device.serialNumber, device);
  return next;
}

function without(kept: ReadonlyMap<string, TableRow>, devices: readonly TableRow[]): ReadonlyMap<string, TableRow> {
  const dropped = new Set(devices.map(({ serialNumber }) => serialNumber));
  return new Map([...kept].filter(([serialNumber]) => !dropped.has(serialNumber)));
}
