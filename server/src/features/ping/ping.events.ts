import { pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import { z } from 'zod';
import { defineEventKind } from '#platform/bus/outbox';

/** Notifies the sender of a ping that an outcome is known. */
export const pingFinished = defineEventKind(pingFinishedEvent.name, z.object({ id: z.string(), serial: z.string() }));
