import { subscriptionEvent } from '@trace/contract/subscription/subscription.stream';
import { z } from 'zod';
import { defineEvent } from '#platform/bus/bus';
import { defineEventKind } from '#platform/bus/outbox';

/** Published in this process after the commit. Browsers are notified through the outbox. */
export const subscriptionChanged = defineEvent<{ accountId: string; endsAt: Date }>('subscription.changed');

/** Notifies a user that the plan changed. */
export const planChanged = defineEventKind(subscriptionEvent.name, z.object({}));
