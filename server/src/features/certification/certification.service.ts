import { certificationCheckLimit, SERVICING_MS } from '@trace/contract/certification/certification.rules';
import type { OwnCertification } from '@trace/contract/certification/certification.schema';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { networkOf } from '@trace/contract/kernel/network';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import type { Applicant, CertificationPort } from './certification.port.ts';
import { chooseCandidate, keysOf, standingAt } from './certification.rules.ts';
import {
  bindToPerson,
  countCheck,
  deleteChecksOver,
  findOfPerson,
  listCandidates,
  listEndedBefore,
  listNames,
} from './certification.store.ts';

/** Windows that one sweep removes. */
const SWEEP_LIMIT = 1_000;

export interface CertificationService extends CertificationPort {
  /** Yes or no, for a stranger at this address; refuses `too_many_requests`. */
  check(applicant: Applicant, address: string): Promise<boolean>;
  /** The installer's own, as it stands now. */
  ownOf(personId: string): Promise<OwnCertification | null>;
  sweepChecks(): Promise<void>;
}

export interface CertificationDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export function createCertificationService({ database, clock }: CertificationDependencies): CertificationService {
  const prove: CertificationPort['prove'] = async (applicant) => {
    const keys = keysOf(applicant);
    return chooseCandidate(keys, await listCandidates(database.sql, keys, clock.now()));
  };

  /** A stranger who asks often is guessing (T40). */
  const allowCheck = async (address: string): Promise<void> => {
    const now = clock.now();
    const { perAddress, windowMs } = certificationCheckLimit;
    const key = networkOf(address);
    const { tries, endsAt } = await countCheck(database.sql, key, now, new Date(now.getTime() + windowMs));
    if (tries <= perAddress) return;
    const waitMs = endsAt.getTime() - now.getTime();
    throw new Refusal('too_many_requests', certificationTexts.tooMany(Math.max(1, Math.ceil(waitMs / MINUTE_MS))), {
      retryAfterSec: Math.max(1, Math.ceil(waitMs / 1_000)),
    });
  };

  return {
    prove,
    bind: (tx, certificationId, personId, match = 'number') =>
      bindToPerson(tx, { certificationId, personId, match, at: clock.now() }),
    namesOf: async (keys) => {
      const rows = await listNames(database.sql, keys);
      return new Map(rows.flatMap(({ personId, email, fullName }) => [[personId ?? email, fullName] as const]));
    },
    isValidFor: async (personId, executor = database.sql) => {
      const held = await findOfPerson(executor, personId);
      return held === undefined || standingAt(held, clock.now()).state !== 'ended';
    },
    servicingEnded: async (personIds, executor = database.sql) => {
      if (personIds.length === 0) return new Set();
      const over = new Date(clock.now().getTime() - SERVICING_MS);
      return new Set(await listEndedBefore(executor, personIds, over));
    },
    check: async (applicant, address) => {
      await allowCheck(address);
      return (await prove(applicant)) !== null;
    },
    ownOf: async (personId) => {
      const held = await findOfPerson(database.sql, personId);
      if (held === undefined) return null;
      const { state, reason, endsAt, servicingUntil } = standingAt(held, clock.now());
      return {
        number: held.number,
        state,
        reason,
        endsAt: endsAt?.toISOString() ?? null,
        servicingUntil: servicingUntil?.toISOString() ?? null,
      };
    },
    sweepChecks: () => deleteChecksOver(database.sql, clock.now(), SWEEP_LIMIT),
  };
}
