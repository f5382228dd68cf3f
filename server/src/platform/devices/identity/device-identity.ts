// The identities of this installation: its authorities, the certificates of devices and gateway, and the registry.
import type { Registry as MetricsRegistry } from 'prom-client';

import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Secrets } from '#platform/secrets/secrets';

import type { DeviceIdsOf } from '../connection-admission.ts';
import { createRegistry } from '../registry.ts';
import { openAuthority } from './authority.ts';
import { exposeCertificateFigures, readCertificateFigures } from './certificate-figures.ts';
import { createCertificates } from './certificates.ts';
import { createGatewayCertificate } from './gateway-certificate.ts';

export async function openDeviceIdentity(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly metrics?: MetricsRegistry;
  readonly deviceIdsOf: DeviceIdsOf;
}) {
  const { database, clock, secrets, metrics, deviceIdsOf } = options;
  const authority = await openAuthority({ database, secrets, clock });
  const readFigures = () => readCertificateFigures({ database, clock, authority, deviceIdsOf });
  if (metrics !== undefined) exposeCertificateFigures(metrics, readFigures);
  return {
    authority,
    certificates: createCertificates({ database, authority }),
    registry: createRegistry(database, clock),
    gatewayCertificate: createGatewayCertificate({ database, authority, secrets, clock }),
    readFigures,
  };
}
