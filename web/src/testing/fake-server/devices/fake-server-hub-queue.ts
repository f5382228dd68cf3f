import { listSetAside, readHubQueue } from '@trace/contract/hub-queue/hub-queue.api';
import type { HubQueueState, SetAsideMessage } from '@trace/contract/hub-queue/hub-queue.schema';
import { ago } from './fake-server-status.ts';
import type { FakeServer } from '../fake-server.ts';

export const readingQueue = (): HubQueueState => ({
  at: new Date().toISOString(),
  state: 'ok',
  reason: null,
  lastPollAt: ago(0.05),
  lastEventAt: ago(3),
  lastAlertAt: ago(1_500),
  waiting: 0,
  setAside: 2,
  lostHubs: [{ hubId: '0A1B2C3D', since: ago(95) }],
});

/** Answers as the server does, from `world`. A page holds a single message. */
export function serveHubQueue(server: FakeServer, world: { state: HubQueueState; setAside: SetAsideMessage[] }): void {
  server.on(readHubQueue, () => ({ ...world.state, at: new Date().toISOString() }));
  server.on(listSetAside, ({ query: { after } }) => {
    const rest = world.setAside.filter(({ id }) => after === undefined || Number(id) < Number(after));
    return { messages: rest.slice(0, 1), next: rest.length > 1 ? rest[0]!.id : null };
  });
}
