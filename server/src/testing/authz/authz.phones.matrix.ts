import { addPhone, listPhones, renewPhoneSecret } from '@trace/contract/phones/phones.api';
import type { Row } from './authz.matrix.ts';

/** PHON-01: users add phones of their own. The device of the matrix is a tracker, and so never the caller's phone. */
export const phonesRows: readonly Row[] = [
  { endpoint: listPhones, cells: 'uAAAffffffff', call: () => ({}) },
  {
    endpoint: addPhone,
    cells: 'uAAAffffffff',
    call: () => ({ body: { name: 'My phone' } }),
    audit: 'phones.add',
    needs: 'person',
  },
  {
    endpoint: renewPhoneSecret,
    cells: 'unnnffffffff',
    call: ({ serial }) => ({ params: { serial } }),
  },
];
