import { done } from '@trace/contract/kernel/endpoint';
import {
  endBreakGlass,
  openBreakGlass,
  readBreakGlass,
} from '@trace/contract/location-access/break-glass/location-access.break-glass.api';
import {
  answerRequest,
  endAccess,
  listAccess,
  requestAccess,
  withdrawRequest,
} from '@trace/contract/location-access/location-access.api';
import {
  getAccessRequestsFunction,
  respondAccessRequestFunction,
} from '@trace/contract/location-access/location-access.functions.api';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { route, type Route } from '#platform/http/route';
import type { BreakGlass } from './break-glass/location-access.break-glass.service.ts';
import type { GrantEndings } from './location-access.endings.service.ts';
import type { AccessLists } from './location-access.lists.service.ts';
import type { RequestsService } from './location-access.requests.service.ts';

export const breakGlassRoutes = (breakGlass: BreakGlass): Route[] => [
  route(openBreakGlass, ({ actor, origin, params, body }) => breakGlass.open(actor, origin, params.serial, body)),
  route(readBreakGlass, ({ actor, params }) => breakGlass.read(actor, params.serial)),
  route(endBreakGlass, async ({ actor, origin, params }) => {
    await breakGlass.end(actor, origin, params.serial);
    return done;
  }),
];

export const locationAccessRoutes = (requests: RequestsService, endings: GrantEndings, lists: AccessLists): Route[] => [
  route(requestAccess, ({ actor, origin, params, body }) =>
    requests.request(actor, origin, params.serial, body.minutes),
  ),
  route(withdrawRequest, async ({ actor, origin, params }) => {
    await requests.withdraw(actor, origin, params.id);
    return done;
  }),
  route(listAccess, ({ actor }) => lists.mine(actor)),
  route(listLooks, ({ actor, query }) => lists.looks(actor, query)),
  route(answerRequest, ({ actor, origin, params, body }) => requests.answer(actor, origin, params.id, body.answer)),
  route(endAccess, async ({ actor, origin, params }) => {
    await endings.end(actor, origin, params.id);
    return done;
  }),
  route(getAccessRequestsFunction, async ({ actor, body }) => {
    lists.requireOwn(actor, body.userEmail);
    return lists.requests(actor);
  }),
  route(respondAccessRequestFunction, async ({ actor, origin, body }) => {
    lists.requireOwn(actor, body.userEmail);
    const { status, endsAt } = await requests.answer(actor, origin, body.requestId, body.status);
    return { success: true as const, status, expires_at: endsAt };
  }),
];
