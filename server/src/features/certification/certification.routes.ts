import { checkCertification, getOwnCertification, getTraining } from '@trace/contract/certification/certification.api';
import {
  getCertificationByEmail,
  getCertificationByName,
  verifyCertificationNumber,
} from '@trace/contract/certification/certification.functions.api';
import { openRoute, route, type Route } from '#platform/http/route';
import type { CertificationFunctions } from './certification.functions.service.ts';
import type { CertificationService } from './certification.service.ts';

export const certificationRoutes = (
  service: CertificationService,
  functions: CertificationFunctions,
  trainingUrl: string | null,
): Route[] => [
  openRoute(checkCertification, async ({ body, origin }) => ({
    verified: await service.check({ ...body, number: body.number ?? null }, origin.address),
  })),
  route(getOwnCertification, async ({ actor }) => ({ certification: await service.ownOf(actor.accountId) })),
  route(getCertificationByEmail, ({ actor, body }) => functions.byEmail(actor, body.user_email)),
  route(getCertificationByName, ({ actor, body }) => functions.byName(actor, body.user_name)),
  route(verifyCertificationNumber, ({ actor, body }) => functions.byNumber(actor, body.cert_number)),
  openRoute(getTraining, async () => ({ url: trainingUrl })),
];
