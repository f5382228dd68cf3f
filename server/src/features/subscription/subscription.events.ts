import { defineEvent } from '#platform/bus/bus';

/** Told in this process after the commit; browsers hear of it through the outbox. */
export const subscriptionChanged = defineEvent<{ accountId: string; endsAt: Date }>('subscription.changed');
