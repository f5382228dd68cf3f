import type { CertificationRow } from '@trace/contract/certification/certification.schema';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import type { Actor } from '#platform/actor/actor';
import { Refusal } from '#platform/refusal/refusal';
import { isOwnEmail, isOwnName } from './certification.policy.ts';
import { normaliseNumber, standingAt } from './certification.rules.ts';
import type { CertificationDependencies } from './certification.service.ts';
import { findOfPerson } from './certification.store.ts';

/** Look-ups that return only the caller's own row or none, so that the look-ups reveal no other holder (T40). */
export interface CertificationFunctions {
  /** Refuses with `forbidden` for the address of another user. */
  byEmail(actor: Actor, email: string | undefined): Promise<CertificationRow[]>;
  /** Refuses `forbidden` for another name. */
  byName(actor: Actor, name: string | undefined): Promise<CertificationRow[]>;
  byNumber(actor: Actor, number: string): Promise<CertificationRow[]>;
}

export function createCertificationFunctions({ database, clock }: CertificationDependencies): CertificationFunctions {
  const ownRow = async ({ accountId }: Actor): Promise<CertificationRow[]> => {
    const held = await findOfPerson(database.sql, accountId);
    if (held === undefined || standingAt(held, clock.now()).state === 'ended') return [];
    return [{ certification_number: held.number, full_name: held.fullName }];
  };

  return {
    byEmail: async (actor, email) => {
      if (!isOwnEmail(actor, email)) throw forAnother('body.user_email');
      return ownRow(actor);
    },
    byName: async (actor, name) => {
      if (!isOwnName(actor, name)) throw forAnother('body.user_name');
      return ownRow(actor);
    },
    byNumber: async (actor, number) => {
      const rows = await ownRow(actor);
      return rows.filter((row) => row.certification_number === normaliseNumber(number));
    },
  };
}

const forAnother = (field: string): Refusal => new Refusal('forbidden', certificationTexts.otherPerson, { field });
