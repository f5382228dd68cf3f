import type { Database } from '#platform/db/database';
import { announceChange } from './location-access.events.ts';
import { upsertPanicView } from './location-access.panic.store.ts';
import type { PanicViewsPort } from './location-access.port.ts';

/** The access log of panic contacts: what a contact saw inside an incident (PANIC-07). */
export function createPanicViews({ database }: { database: Database }): PanicViewsPort {
  return {
    recordPanicViews: (views) =>
      database.transaction(async (tx) => {
        for (const view of views) {
          if (!(await upsertPanicView(tx, view))) continue;
          const { incidentId: id, serial, userId, viewerId: requesterId } = view;
          await announceChange(tx, { id, serial, userId, requesterId }, 'looked');
        }
      }),
  };
}
