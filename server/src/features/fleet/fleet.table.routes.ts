import { exportDevices, getUserDevices, listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import { dayIn } from '@trace/contract/kernel/calendar';
import type { Clock } from '#platform/clock/clock';
import { route, type Route } from '#platform/http/route';
import type { DeviceListService } from './fleet.table.service.ts';

export const deviceListRoutes = (list: DeviceListService, clock: Clock): Route[] => [
  route(listDeviceTable, ({ actor, query }) => list.page(actor, query)),
  route(exportDevices, async ({ actor, query, setHeader }) => {
    const content = await list.csv(actor, query);
    const name = deviceTableTexts.exportName(dayIn(actor.timeZone, clock.now()));
    setHeader('content-disposition', `attachment; filename="${name}"`);
    return { content, mediaType: 'text/csv' };
  }),
  route(getUserDevices, async ({ actor, body }) => ({
    devices: await list.devicesOfUser(actor, body.userEmail),
  })),
];
