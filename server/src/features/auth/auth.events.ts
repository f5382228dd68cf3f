import { defineEvent } from '#platform/bus/bus';

/** Somebody proved that an e-mail address is theirs: by signing up, or by changing to it. What waits for it takes effect. */
export const accountConfirmed = defineEvent<{ accountId: string; email: string }>('account.confirmed');
