import type { CertificationRow } from '@trace/contract/certification/certification.schema';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import type { Actor } from '#platform/actor/actor';
import { Refusal } from '#platform/refusal/refusal';
import { isOwnEmail, isOwnName } from './certification.policy.ts';
import { normaliseNumber, validityAt } from './certification.rules.ts';
import type { CertificationDependencies } from './certification.service.ts';
import { findOfPerson } from './certification.store.ts';

/** Look-ups that return only the caller's own row or none, so that the look-ups reveal no other holder (T40). */
export type CertificationFunctions = ReturnType<typeof createCertificationFunctions>;

export function createCertificationFunctions({ database, clock }: CertificationDependencies) {
  const ownRow = async ({ accountId }: Actor): Promise<CertificationRow[]> => {
    const held = await findOfPerson(database.sql, accountId);
    if (held === undefined || validityAt(held, clock.now()).state === 'ended') return [];
    return [{ certification_number: held.number, full_name: held.fullName }];
  };

  return {
    /** Refuses with `forbidden` for the address of another user. */
    byEmail: async (actor: Actor, email: string | undefined): Promise<CertificationRow[]> => {
      if (!isOwnEmail(actor, email)) throw forAnother('body.user_email');
      return ownRow(actor);
    },
    /** Refuses `forbidden` for another name. */
    byName: async (actor: Actor, name: string | undefined): Promise<CertificationRow[]> => {
      if (!isOwnName(actor, name)) throw forAnother('body.user_name');
      return ownRow(actor);
    },
    byNumber: async (actor: Actor, number: string): Promise<CertificationRow[]> => {
      const rows = await ownRow(actor);
      return rows.filter((row) => row.certification_number === normaliseNumber(number));
    },
  };
}

const forAnother = (field: string): Refusal => new Refusal('forbidden', certificationTexts.otherPerson, { field });
