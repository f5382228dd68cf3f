import { firmwareUpdateEvent } from '@trace/contract/firmware/firmware.stream';
import { z } from 'zod';
import { defineEventKind } from '#platform/bus/outbox';

/** Notifies the people of a device that its update changed. */
export const updateChanged = defineEventKind(
  firmwareUpdateEvent.name,
  z.object({ deviceId: z.int(), serial: z.string() }),
);
