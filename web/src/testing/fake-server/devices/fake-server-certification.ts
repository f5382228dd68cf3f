import { checkCertification, getOwnCertification, getTraining } from '@trace/contract/certification/certification.api';
import type { OwnCertification } from '@trace/contract/certification/certification.schema';
import { refuse, type FakeServer } from '../fake-server.ts';

/** The certification data of the fake server. */
export interface CertificationWorld {
  /** The signed-in installer's. */
  own: OwnCertification | null;
  trainingUrl: string | null;
  /** The result of a look-up by email and name, and the result for each number. Other numbers are wrong. */
  lookUp: 'yes' | 'no' | 'broken' | 'too-often';
  numbers: Record<string, CertificationWorld['lookUp']>;
}

export function nobodyCertified(): CertificationWorld {
  return { own: null, trainingUrl: null, lookUp: 'no', numbers: {} };
}

export function serveCertification(server: FakeServer, world: CertificationWorld): void {
  server.on(getOwnCertification, () => ({ certification: world.own }));
  server.on(getTraining, () => ({ url: world.trainingUrl }));
  server.on(checkCertification, ({ body }) => {
    const end = body.number === undefined ? world.lookUp : (world.numbers[body.number] ?? 'no');
    if (end === 'broken') return refuse('internal');
    if (end === 'too-often') return refuse('too_many_requests', 'Too many certification lookups.');
    return { verified: end === 'yes' };
  });
}
