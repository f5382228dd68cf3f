import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import type { Row } from './authz.matrix.ts';
import { enterSerial, newSerial } from '#testing/trackers';

/** IDEV-10 (decision k): allowed for callers who may both reconfigure and register. */
export const replacementRows: readonly Row[] = [
  {
    endpoint: replaceDevice,
    cells: 'unffnAAAffff',
    call: ({ serial, thingId }) => ({
      params: { serial },
      body: { newSerialNumber: thingId ?? newSerial(), claimCode: null },
    }),
    audit: 'device.replace',
    prepare: async (portal) => ({ thingId: await enterSerial(portal) }),
  },
];
