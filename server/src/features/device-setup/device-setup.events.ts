import { setupChangedEvent } from '@trace/contract/device-setup/device-setup.stream';
import { z } from 'zod';
import { defineEventKind } from '#platform/bus/outbox';

/** Notifies the people of a device that its setup changed. */
export const setupChanged = defineEventKind(setupChangedEvent.name, z.object({ serial: z.string() }));
