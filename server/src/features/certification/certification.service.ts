import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { certificationCheckLimit, SERVICING_MS } from '@trace/contract/certification/certification.rules';
import type { OwnCertification } from '@trace/contract/certification/certification.schema';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { networkOf } from '@trace/contract/kernel/network';
import type { Clock } from '#platform/clock/clock';
import { createBatchLoader, loadAll } from '#platform/grouping/batch-loader';
import type { Database, Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import type { Claims } from './certification.claims.service.ts';
import { findClaimOfPerson, lockCertification } from './certification.claims.store.ts';
import type { Applicant, CertificationPort } from './certification.port.ts';
import { chooseCandidate, stateOfClaim, keysOf, validityAt } from './certification.rules.ts';
import {
  bindToPerson,
  deleteChecksOver,
  findOfPerson,
  giveBackCheck,
  listCandidates,
  listEndedBefore,
  listNames,
  reserveCheck,
} from './certification.store.ts';

export interface CertificationService extends Omit<CertificationPort, 'onEnded'> {
  /** Yes or no, for a stranger at this address; refuses `too_many_requests`. */
  check(applicant: Applicant, address: string): Promise<boolean>;
  /** Returns the installer's own certification in its current state. */
  ownOf(personId: string): Promise<OwnCertification | null>;
  sweepChecks(): Promise<void>;
}

export interface CertificationDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface ServiceDependencies extends CertificationDependencies {
  readonly claims: Pick<Claims, 'open' | 'endTaken'>;
}

export function createCertificationService({ database, clock, claims }: ServiceDependencies): CertificationService {
  const prove: CertificationPort['prove'] = async (applicant) => {
    const keys = keysOf(applicant);
    return chooseCandidate(keys, await listCandidates(database.sql, keys, clock.now()));
  };

  const listEnded = (executor: Executor, personIds: readonly string[]): Promise<string[]> =>
    listEndedBefore(executor, personIds, new Date(clock.now().getTime() - SERVICING_MS));

  // Every list of devices asks this, so concurrent requests share a query.
  const loadEnded = createBatchLoader(
    async (personIds: readonly string[]) =>
      new Map((await listEnded(database.sql, personIds)).map((personId) => [personId, true])),
  );

  /** Throttles strangers: an address with many checks is guessing (T40). */
  const allowCheck = async (address: string): Promise<void> => {
    const now = clock.now();
    const { perAddress, windowMs } = certificationCheckLimit;
    const window = { limit: perAddress, now, endsAt: new Date(now.getTime() + windowMs) };
    const fullUntil = await reserveCheck(database.sql, networkOf(address), window);
    if (fullUntil === null) return;
    const waitMs = fullUntil.getTime() - now.getTime();
    throw new Refusal('too_many_requests', certificationTexts.tooMany, {
      retryAfterSec: Math.max(1, Math.ceil(waitMs / 1_000)),
    });
  };

  const ownOf = async (personId: string, executor: Executor): Promise<OwnCertification | null> => {
    const held = await findOfPerson(executor, personId);
    if (held === undefined) {
      const claim = await findClaimOfPerson(executor, personId);
      return claim === undefined ? null : stateOfClaim(claim);
    }
    const { state, reason, endsAt, servicingUntil } = validityAt(held, clock.now());
    return {
      number: held.number,
      state,
      reason,
      endsAt: endsAt?.toISOString() ?? null,
      servicingUntil: servicingUntil?.toISOString() ?? null,
    };
  };

  return {
    prove,
    bind: async (tx, certificationId, claimant, match) => {
      const certification = await lockCertification(tx, { id: certificationId });
      if (certification === undefined) return false;
      if (certification.email !== normaliseEmail(claimant.email))
        return claims.open(tx, certification, claimant, match);
      const { personId } = claimant;
      const isBound = await bindToPerson(tx, { certificationId, personId, match: 'email', at: clock.now() });
      if (isBound) await claims.endTaken(tx, certification, personId);
      return isBound;
    },
    namesOf: async (keys) => {
      const rows = await listNames(database.sql, keys);
      return new Map(rows.flatMap(({ personId, email, fullName }) => [[personId ?? email, fullName] as const]));
    },
    blockOf: async (personId, executor = database.sql) => {
      const own = await ownOf(personId, executor);
      return own === null || own.state === 'valid' || own.state === 'expiring' ? null : own.state;
    },
    servicingEnded: async (personIds, tx) => {
      if (personIds.length === 0) return new Set();
      if (tx !== undefined) return new Set(await listEnded(tx, personIds));
      return new Set((await loadAll(loadEnded, personIds)).keys());
    },
    check: async (applicant, address) => {
      await allowCheck(address);
      const isFound = (await prove(applicant)) !== null;
      // Only failures count, so that a class behind one address is not refused (AUTH-21).
      if (isFound) await giveBackCheck(database.sql, networkOf(address));
      return isFound;
    },
    ownOf: (personId) => ownOf(personId, database.sql),
    sweepChecks: () => deleteChecksOver(database.sql, clock.now(), SWEEP_LIMIT),
  };
}
