import { getSession, signIn, signOut } from '@trace/contract/auth/auth.api';
import { openRoute } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { AuthService } from './auth.service.ts';

export function authRoutes(service: AuthService): Route[] {
  return [
    openRoute(signIn, async (call) => {
      const { person, setCookies } = await service.signIn(call.body, call);
      for (const header of setCookies) call.setCookie(header);
      return { person };
    }),
    openRoute(signOut, async (call) => {
      call.setCookie(await service.signOut(call));
      return { signedOut: true as const };
    }),
    openRoute(getSession, async (call) => ({ person: await service.start(call) })),
  ];
}
