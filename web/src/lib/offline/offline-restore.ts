import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#lib/session/session.ts';
import { lastResponseAt } from '#lib/stream/server-clock.ts';
import { readOlder, readSavedQuery } from './offline-cache.ts';
import { goOffline, markOlder } from './offline.ts';

/**
 * Returns the saved data of a query whose page was visited before, with its age, or undefined. Loaded when the server
 * cannot be reached (PWA-02).
 */
export async function restoreQuery(queryClient: QueryClient, query: Query): Promise<unknown> {
  const person = queryClient.getQueryData(sessionQuery.queryKey)?.person;
  if (!person) return undefined;
  const nowMs = Date.now();
  const older = readOlder(queryClient);
  const place = { accountId: person.id, hash: query.queryHash, nowMs };
  const found = await readSavedQuery(queryClient, place);
  if (found === null) return undefined;
  const { data, dataUpdatedAt } = found.query.state;
  goOffline(lastResponseAt() ?? nowMs, older);
  markOlder(query.queryHash, found.keptAt);
  // The library dates the data with this moment, so the true date is set right after.
  notifyManager.schedule(() => query.setState({ dataUpdatedAt }));
  return data;
}
