import {
  checkFirmwareUpdate,
  getDeviceFirmware,
  listFirmwareCues,
  startFirmwareUpdate,
  startFirmwareUpdates,
  updateDeviceFirmware,
} from '@trace/contract/firmware/firmware.api';
import { firmwareRules } from '@trace/contract/firmware/firmware.rules';
import { readStaffDeviceFirmware, setDeviceChannel } from '@trace/contract/firmware/staff/firmware.staff.api';
import { route, type Route } from '#platform/http/route';
import type { FirmwareOffers } from './firmware.offers.service.ts';
import type { StaffDevices } from './firmware.staff-device.service.ts';
import type { FirmwareStarts } from './firmware.start.service.ts';

export interface PeopleServices {
  readonly offers: FirmwareOffers;
  readonly starts: FirmwareStarts;
  readonly staffDevices: StaffDevices;
}

export const peopleRoutes = ({ offers, starts, staffDevices }: PeopleServices): Route[] => [
  route(getDeviceFirmware, ({ actor, params }) => offers.read(actor, params.serial)),
  route(startFirmwareUpdate, ({ actor, origin, params, body }) => starts.start(actor, origin, params.serial, body)),
  route(listFirmwareCues, async ({ actor, query }) => ({
    devices: await offers.cues(actor, query.serials.split(',').slice(0, firmwareRules.bulkMax)),
  })),
  route(startFirmwareUpdates, ({ actor, origin, body }) => starts.startMany(actor, origin, body.serialNumbers)),
  route(checkFirmwareUpdate, ({ actor, body }) => offers.check(actor, body.serialNumber)),
  route(updateDeviceFirmware, ({ actor, origin, body }) => starts.startByVersion(actor, origin, body)),
  route(readStaffDeviceFirmware, ({ params }) => staffDevices.read(params.serial)),
  route(setDeviceChannel, ({ actor, origin, params, body }) =>
    staffDevices.setChannel(actor, origin, params.serial, body.channel),
  ),
];
