import { defineEvent } from '#platform/bus/bus';

/** Published in this process after the commit. Browsers are notified through the outbox. */
export const subscriptionChanged = defineEvent<{ accountId: string; endsAt: Date }>('subscription.changed');
