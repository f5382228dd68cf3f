import { listSetAside, readHubQueue, sqsPanicListenerFunction } from '@trace/contract/hub-queue/hub-queue.api';
import { route, type Route } from '#platform/http/route';
import type { Rounds } from './hub-queue.rounds.service.ts';
import type { QueueStateService } from './hub-queue.state.service.ts';

export const hubQueueRoutes = (rounds: Rounds, state: QueueStateService): Route[] => [
  route(sqsPanicListenerFunction, ({ actor, origin, body }) => rounds.ask(actor, origin, body)),
  route(readHubQueue, () => state.read()),
  route(listSetAside, ({ query }) => state.listSetAside(query)),
];
