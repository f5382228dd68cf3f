import { api } from '#lib/http/api.ts';
import { pageData } from '#lib/stream/page-data.ts';
import { queryOptions } from '@tanstack/react-query';
import {
  getDeviceFirmware,
  listFirmwareCues,
  startFirmwareUpdate,
  startFirmwareUpdates,
} from '@trace/contract/firmware/firmware.api';
import type { FirmwareUpdate } from '@trace/contract/firmware/firmware.schema';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import { MINUTE_MS } from '@trace/contract/kernel/time';

/** The versions, the offer and the update of a device. Checked anew with each press and each opening. */
export const firmwareQuery = (serial: string) =>
  queryOptions({
    queryKey: ['firmware', serial],
    queryFn: ({ signal }) => api.call(getDeviceFirmware, { params: { serial } }, { signal }),
    staleTime: 0,
    retry: false,
  });

export const CUES_KEY = ['firmware-cues'] as const;

/** The cues of the devices of a list. `serials` has a comma between each two. */
export const cuesQuery = (serials: string) =>
  queryOptions({
    queryKey: [...CUES_KEY, serials],
    queryFn: async ({ signal }) => (await api.call(listFirmwareCues, { query: { serials } }, { signal })).devices,
    staleTime: 5 * MINUTE_MS,
    retry: false,
    ...pageData,
  });

export const startUpdate = (serial: string, releaseId: string): Promise<FirmwareUpdate> =>
  api.call(startFirmwareUpdate, { params: { serial }, body: { releaseId } });

export type StartOutcome = AnswerOf<typeof startFirmwareUpdates>['outcomes'][number];

export const startUpdates = async (serialNumbers: string[]): Promise<StartOutcome[]> =>
  (await api.call(startFirmwareUpdates, { body: { serialNumbers } })).outcomes;
