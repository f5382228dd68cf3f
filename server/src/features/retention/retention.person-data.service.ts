import { retentionTexts as texts } from '@trace/contract/retention/retention.texts';
import type { PersonData } from '#platform/actor/person-data';
import { listRestorationsOf, pseudonymiseRestorations } from './retention.restoration.store.ts';

/** Restorations that a download holds. */
const MOST_RESTORATIONS = 1_000;

/** The archived days that staff restored for a person. The reason is for staff, and can name other people. */
export const retentionPersonData: PersonData = {
  feature: 'retention',
  limits: { restorations: MOST_RESTORATIONS },
  read: async (executor, personId) => ({
    restorations: await listRestorationsOf(executor, personId, MOST_RESTORATIONS),
  }),
  forget: (tx, personId) => pseudonymiseRestorations(tx, personId, texts.formerReason),
};
