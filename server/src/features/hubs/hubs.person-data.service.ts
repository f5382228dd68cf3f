import type { PersonData } from '#platform/actor/person-data';
import { deleteHandlesOf } from './hubs.verification-sessions.store.ts';
import { listOwnLinks, pseudonymiseLinks } from './hubs.links.store.ts';
import { deleteTriesOf } from './hubs.attempt-limits.store.ts';

/** Exports a user's links without tokens. Erasure removes the user's id from links that stay with a device. */
export const hubsPersonData: PersonData = {
  feature: 'hubs',
  read: async (executor, personId) => ({ links: await listOwnLinks(executor, personId) }),
  forget: async (tx, personId) => {
    await deleteHandlesOf(tx, personId);
    await deleteTriesOf(tx, `person ${personId}`);
    await pseudonymiseLinks(tx, personId);
  },
};
