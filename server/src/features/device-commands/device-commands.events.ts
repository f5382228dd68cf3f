import { commandChangedEvent } from '@trace/contract/device-commands/device-commands.stream';
import { z } from 'zod';
import { defineEventKind } from '#platform/bus/outbox';

/** Notifies the people of a device and the sender that a command advanced or ended. */
export const commandChanged = defineEventKind(commandChangedEvent.name, z.object({ requestId: z.string() }));
