// Who passed the training, and whose account that is.
// Serves people who sign up as installers, installers whose certification ends, and staff who load and revoke.
// portal.md §4 (certification verification), §5, §7, §8; CERT.
import type { PersonData } from '#platform/actor/person-data';
import type { Route } from '#platform/http/route';
import type { Jobs } from '#platform/jobs/jobs';
import { createClaimOutcomes } from './certification.claim-outcomes.service.ts';
import { createClaims, type ClaimsDependencies } from './certification.claims.service.ts';
import { createCertificationEndings, type EndingsDependencies } from './certification.endings.service.ts';
import { createCertificationFunctions } from './certification.functions.service.ts';
import { scheduleCertification } from './certification.jobs.ts';
import { certificationPersonData } from './certification.person-data.service.ts';
import type { CertificationPort } from './certification.port.ts';
import { createCertificationRecords, type CertificationRecords } from './certification.records.service.ts';
import { certificationRoutes } from './certification.routes.ts';
import { createCertificationService } from './certification.service.ts';

export interface CertificationFeatureOptions extends EndingsDependencies, ClaimsDependencies {
  readonly jobs: Jobs;
  /** The training provider's page; null shows no link (CERT-07). */
  readonly trainingUrl: string | null;
}

export interface CertificationFeature {
  readonly routes: Route[];
  readonly port: CertificationPort;
  readonly records: CertificationRecords;
  readonly personData: PersonData;
}

export function createCertificationFeature(options: CertificationFeatureOptions): CertificationFeature {
  const claims = createClaims(options);
  const service = createCertificationService({ ...options, claims });
  scheduleCertification(options.jobs, {
    service,
    endings: createCertificationEndings(options),
    outcomes: createClaimOutcomes(options),
  });
  return {
    routes: certificationRoutes({
      service,
      claims,
      functions: createCertificationFunctions(options),
      trainingUrl: options.trainingUrl,
    }),
    port: service,
    records: createCertificationRecords(options),
    personData: certificationPersonData,
  };
}
