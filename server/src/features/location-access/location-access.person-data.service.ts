import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import type { PersonData } from '#platform/actor/person-data';
import { listBreakGlassOf } from './break-glass/location-access.break-glass.store.ts';
import { listAccessLog } from './location-access.access-log.store.ts';
import { showPeople, type ShownPeopleDependencies } from './location-access.people.service.ts';
import { deleteOwnAccess, listOwnAccess, listOwnLooks } from './location-access.person-data.store.ts';
import { presentLook } from './location-access.present.rules.ts';

/** Rows of each list that a download holds. */
const MOST_ROWS = 10_000;

/**
 * A person's requests, grants and views, and other people's views of the person. After deletion, a view of another user
 * stays in that user's access log without a name. None of this data contains a position.
 */
export const locationAccessPersonData = (dependencies: ShownPeopleDependencies): PersonData => ({
  feature: 'location-access',
  limits: { requests: MOST_ROWS, seen: MOST_ROWS, looks: MOST_ROWS, support: MOST_ROWS },
  read: async (executor, personId) => {
    const seen = await listAccessLog(executor, personId, { serial: null, after: null, limit: MOST_ROWS });
    const personOf = await showPeople(
      dependencies,
      seen.map(({ viewerId }) => viewerId),
    );
    return {
      requests: await listOwnAccess(executor, personId, MOST_ROWS),
      seen: seen.map((row) => presentLook(row, personOf(row.viewerId))),
      looks: await listOwnLooks(executor, personId, MOST_ROWS),
      support: await listBreakGlassOf(executor, personId, MOST_ROWS),
    };
  },
  forget: (tx, personId) => deleteOwnAccess(tx, personId, texts.formerPerson),
});
