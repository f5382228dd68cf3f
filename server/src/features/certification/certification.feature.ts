// Records of passed trainings and the accounts that hold the certifications.
// Serves users who sign up as installers, installers whose certification ends, and staff who load and revoke records.
// Rows CERT.
import type { PeoplePort } from '#features/people/people.port';
import type { PersonData } from '#platform/actor/person-data';
import type { Feature } from '#platform/feature/feature';
import type { Route } from '#platform/http/route';
import type { Jobs } from '#platform/jobs/jobs';
import { createClaimOutcomes } from './certification.claim-outcomes.service.ts';
import { createClaims, type ClaimsDependencies } from './certification.claims.service.ts';
import { createCertificationEndings, type UnassignmentDependencies } from './certification.endings.service.ts';
import { createCertificationFunctions } from './certification.functions.service.ts';
import { scheduleCertification } from './certification.jobs.ts';
import { certificationPersonData } from './certification.person-data.service.ts';
import type { CertificationPort, EndedHandler } from './certification.port.ts';
import { createCertificationRecords, type CertificationRecords } from './certification.records.service.ts';
import { certificationRoutes } from './certification.routes.ts';
import { certificationStaffRoutes } from './certification.staff.routes.ts';
import { createCertificationService } from './certification.service.ts';

export interface CertificationFeatureOptions extends UnassignmentDependencies, ClaimsDependencies {
  readonly people: Pick<PeoplePort, 'accountsOf' | 'lockAccount'>;
  readonly jobs: Jobs;
  /** The training provider's page; null shows no link (CERT-07). */
  readonly trainingUrl: string | null;
}

export interface CertificationFeature extends Feature {
  readonly routes: Route[];
  readonly personData: PersonData;
  readonly port: CertificationPort;
  readonly records: CertificationRecords;
}

export function createCertificationFeature(options: CertificationFeatureOptions): CertificationFeature {
  const handlers: EndedHandler[] = [];
  const claims = createClaims(options);
  const service = createCertificationService({ ...options, claims });
  scheduleCertification(options.jobs, {
    service,
    endings: createCertificationEndings({
      ...options,
      async ended(tx, ended) {
        for (const handle of handlers) await handle(tx, ended);
      },
    }),
    outcomes: createClaimOutcomes(options),
  });
  const records = createCertificationRecords(options);
  const functions = createCertificationFunctions(options);
  return {
    name: 'certification',
    routes: [
      ...certificationRoutes({ service, claims, functions, trainingUrl: options.trainingUrl }),
      ...certificationStaffRoutes(records),
    ],
    port: { ...service, onEnded: (handler) => void handlers.push(handler) },
    records,
    personData: certificationPersonData,
  };
}
