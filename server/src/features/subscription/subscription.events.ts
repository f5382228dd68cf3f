import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { z } from 'zod';
import { defineEventKind } from '#platform/bus/outbox';

/** Notifies a user that the plan changed. */
export const planChanged = defineEventKind(subscriptionEvent.name, z.object({}));
