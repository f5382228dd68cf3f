import { prove, startProof } from '@trace/contract/auth/factors/auth.proof.api';
import { route } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { Reauthentication } from './auth.reauthentication.service.ts';

export function reauthenticationRoutes(proofs: Reauthentication): Route[] {
  return [
    route(startProof, ({ actor }) => proofs.start(actor)),
    route(prove, async ({ actor, body, origin }) => {
      const provedAt = await proofs.prove(actor, body, origin);
      return { provedAt: provedAt.toISOString() };
    }),
  ];
}
