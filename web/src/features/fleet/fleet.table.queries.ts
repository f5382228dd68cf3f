import { serverNowMs } from '#lib/stream/server-clock.ts';
import { api } from '#lib/http/api.ts';
import { pageData } from '#lib/stream/page-data.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { useStreamEvent, useStreamState } from '#lib/stream/stream-provider.tsx';
import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type DataTag,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { statusPolling } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { tablePage } from '@trace/contract/fleet/fleet.table.rules';
import type { TableFilter, TablePage } from '@trace/contract/fleet/fleet.table.schema';
import { helloEvent } from '@trace/contract/kernel/stream';
import { useCallback } from 'react';

/** Which page of which list. */
export interface TablePlace extends Partial<TableFilter> {
  after?: string;
  before?: string;
}

/** The key is below the key of all device lists, so invalidating the lists also invalidates the table. */
const tableKey = ['devices', 'table'] as const;

const tableQuery = (place: TablePlace) =>
  queryOptions({
    queryKey: [...tableKey, place],
    meta: { offlineRoles: ['installer'] },
    queryFn: ({ signal }) =>
      api.call(listDeviceTable, { query: { sort: 'lastSeen', ...place, limit: tablePage.usual } }, { signal }),
    placeholderData: keepPreviousData,
    ...pageData,
  });

/** Returns one live page of the table. Pushed changes update the rows, and while push is cut the page is polled. */
export function useDeviceTable(place: TablePlace) {
  const queryClient = useQueryClient();
  const { isCut } = useStreamState();
  const remember = useCallback((status: DeviceStatusView) => rememberInTable(queryClient, status), [queryClient]);
  const reload = useCallback(() => void queryClient.invalidateQueries({ queryKey: tableKey }), [queryClient]);
  useStreamEvent(deviceStatusEvent, remember);
  useStreamEvent(helloEvent, reload);
  return useQuery({ ...tableQuery(place), refetchInterval: isCut ? statusPolling.baseMs : false });
}

function rememberInTable(queryClient: QueryClient, status: DeviceStatusView): void {
  for (const [key] of queryClient.getQueriesData({ queryKey: tableKey })) {
    const page = key as DataTag<QueryKey, TablePage>;
    applyPushedUpdate(queryClient, page, (before) => before && withStatus(before, status));
  }
}

function withStatus(page: TablePage, status: DeviceStatusView): TablePage {
  const isShown = page.devices.some(({ serialNumber }) => serialNumber === status.serialNumber);
  if (!isShown) return page;
  const devices = page.devices.map((row) => (row.serialNumber === status.serialNumber ? { ...row, status } : row));
  return { ...page, devices };
}

/** IDEV-03: a device that has just answered is there. */
export function rememberSeen(queryClient: QueryClient, serialNumber: string): void {
  for (const [, page] of queryClient.getQueriesData<TablePage>({ queryKey: tableKey })) {
    const row = page?.devices.find((each) => each.serialNumber === serialNumber);
    if (!row) continue;
    const lastSeen = new Date(serverNowMs()).toISOString();
    rememberInTable(queryClient, { ...row.status, status: 'online', connectivity: true, lastSeen });
    return;
  }
}
