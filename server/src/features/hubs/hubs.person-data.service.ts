import type { PersonData } from '#platform/actor/person-data';
import { deleteHandlesOf } from './hubs.verification-sessions.store.ts';
import { listOwnLinks, pseudonymiseLinks } from './hubs.links.store.ts';
import { deleteTriesOf } from './hubs.attempt-limits.store.ts';

/** What a person linked, without its tokens. What stays with a device no longer says who linked it. */
export const hubsPersonData: PersonData = {
  feature: 'hubs',
  read: async (executor, personId) => ({ links: await listOwnLinks(executor, personId) }),
  forget: async (tx, personId) => {
    await deleteHandlesOf(tx, personId);
    await deleteTriesOf(tx, `person ${personId}`);
    await pseudonymiseLinks(tx, personId);
  },
};
