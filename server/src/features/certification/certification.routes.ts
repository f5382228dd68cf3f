import { answerClaim } from '@trace/contract/certification/certification.claim.api';
import { checkCertification, getOwnCertification, getTraining } from '@trace/contract/certification/certification.api';
import {
  getCertificationByEmail,
  getCertificationByName,
  verifyCertificationNumber,
} from '@trace/contract/certification/certification.functions.api';
import { openRoute, route, type Route } from '#platform/http/route';
import type { Claims } from './certification.claims.service.ts';
import type { CertificationFunctions } from './certification.functions.service.ts';
import type { CertificationService } from './certification.service.ts';

export interface CertificationDoors {
  readonly service: CertificationService;
  readonly claims: Pick<Claims, 'answer'>;
  readonly functions: CertificationFunctions;
  readonly trainingUrl: string | null;
}

export const certificationRoutes = ({ service, claims, functions, trainingUrl }: CertificationDoors): Route[] => [
  openRoute(checkCertification, async ({ body, origin }) => ({
    verified: await service.check({ ...body, number: body.number ?? null }, origin.address),
  })),
  openRoute(answerClaim, async ({ body, actor, origin: { requestId, address } }) => {
    const source = { actorId: actor?.accountId ?? null, requestId, address };
    return { outcome: await claims.answer(body.token, body.answer, source) };
  }),
  route(getOwnCertification, async ({ actor }) => ({ certification: await service.ownOf(actor.accountId) })),
  route(getCertificationByEmail, ({ actor, body }) => functions.byEmail(actor, body.user_email)),
  route(getCertificationByName, ({ actor, body }) => functions.byName(actor, body.user_name)),
  route(verifyCertificationNumber, ({ actor, body }) => functions.byNumber(actor, body.cert_number)),
  openRoute(getTraining, async () => ({ url: trainingUrl })),
];
