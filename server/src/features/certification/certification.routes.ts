import { checkCertification, getOwnCertification, getTraining } from '@trace/contract/certification/certification.api';
import { openRoute, route, type Route } from '#platform/http/route';
import type { CertificationService } from './certification.service.ts';

export const certificationRoutes = (service: CertificationService, trainingUrl: string | null): Route[] => [
  openRoute(checkCertification, async ({ body, origin }) => ({
    verified: await service.check({ ...body, number: body.number ?? null }, origin.address),
  })),
  route(getOwnCertification, async ({ actor }) => ({ certification: await service.ownOf(actor.accountId) })),
  openRoute(getTraining, async () => ({ url: trainingUrl })),
];
