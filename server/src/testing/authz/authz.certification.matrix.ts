import {
  getCertificationByEmail,
  getCertificationByName,
  verifyCertificationNumber,
} from '@trace/contract/certification/certification.functions.api';
import type { Row } from './authz.matrix.ts';

/** Their own or an empty list. */
export const certificationRows: readonly Row[] = [
  { endpoint: getCertificationByEmail, cells: 'uAAAAAAAAAAA', call: ({ email }) => ({ body: { user_email: email } }) },
  { endpoint: getCertificationByName, cells: 'uAAAAAAAAAAA', call: () => ({ body: {} }) },
  {
    endpoint: verifyCertificationNumber,
    cells: 'uAAAAAAAAAAA',
    call: () => ({ body: { cert_number: 'CERT-001-2024' } }),
  },
];
