import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { listDevices } from '@trace/contract/devices/devices.api';
import { DEVICE_PAGE_SIZE } from '@trace/contract/devices/devices.rules';
import type { Device } from '@trace/contract/devices/devices.schema';

/** The list loads at most this many pages. In longer lists users search instead of scrolling. */
const MOST_PAGES = 10;

/** All devices of the signed-in person, by name. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: async ({ signal }): Promise<Device[]> => {
    const devices: Device[] = [];
    let after: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = { limit: DEVICE_PAGE_SIZE, after };
      const answer = await api.call(listDevices, { query }, { signal });
      devices.push(...answer.devices);
      if (answer.next === null) return devices;
      after = answer.next;
    }
    return devices;
  },
});
