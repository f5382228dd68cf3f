import {
  checkSubscription,
  createCheckout,
  listReceipts,
  openCustomerPortal,
} from '@trace/contract/subscription/subscription.api';
import type { Row } from './authz.matrix.ts';

/** Each has to do with their own plan alone; staff have none. The webhook stands with the doors that know no person. */
export const billingRows: readonly Row[] = [
  { endpoint: checkSubscription, cells: 'uAAAAAAAAAAA', call: ({ email }) => ({ body: { email } }) },
  {
    endpoint: createCheckout,
    cells: 'uAAAAAAAAAAf',
    call: ({ email }) => ({ body: { email } }),
    audit: 'subscription.checkout',
  },
  {
    endpoint: openCustomerPortal,
    cells: 'uAAAAAAAAAAf',
    call: ({ email }) => ({ body: { email } }),
    audit: 'subscription.portal',
    prepare: async (_portal, person) => {
      await person.api.call(createCheckout, { body: {} });
      return {};
    },
  },
  { endpoint: listReceipts, cells: 'uAAAAAAAAAAA', call: () => ({}) },
];
