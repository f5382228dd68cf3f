import { done } from '@trace/contract/kernel/endpoint';
import { endOtherSessions, endSession, listSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import { route } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { KnownBrowsers } from './auth.known-browsers.service.ts';
import type { OwnSessions } from './auth.own-sessions.service.ts';

export function sessionsRoutes(sessions: OwnSessions, knownBrowsers: KnownBrowsers): Route[] {
  return [
    route(listSessions, async ({ actor }) => ({ sessions: await sessions.list(actor) })),
    route(endSession, async ({ actor, origin, params }) => {
      await sessions.end(actor, origin, params.id);
      return done;
    }),
    route(endOtherSessions, async ({ actor, origin, setCookie }) => {
      const ended = await sessions.endOthers(actor, origin);
      setCookie(await knownBrowsers.mark(actor.accountId));
      return { ended };
    }),
  ];
}
