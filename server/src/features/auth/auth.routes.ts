import { done } from '@trace/contract/kernel/endpoint';
import { getSession, signIn, signOut } from '@trace/contract/auth/auth.api';
import { openRoute } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { AuthService } from './auth.service.ts';

export function authRoutes(service: AuthService): Route[] {
  return [
    openRoute(signIn, async (call) => {
      const { setCookies, ...answer } = await service.signIn(call.body, call);
      for (const header of setCookies) call.setCookie(header);
      return answer;
    }),
    openRoute(signOut, async (call) => {
      call.setCookie(await service.signOut(call));
      // T42: also clears the page data on a shared computer. Cookies stay, because the browser mark is a cookie.
      const isOver = call.actor === null && call.query.keepWorker !== undefined;
      call.setHeader('clear-site-data', isOver ? '"cache"' : '"cache", "storage"');
      return done;
    }),
    openRoute(getSession, async (call) => ({ person: await service.start(call) })),
  ];
}
