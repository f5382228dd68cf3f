import { done } from '@trace/contract/kernel/endpoint';
import { requestReset, resetPassword } from '@trace/contract/auth/sign-up/auth.reset.api';
import { openRoute } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { Resets } from './auth.reset.service.ts';

export function resetRoutes(resets: Resets): Route[] {
  return [
    openRoute(requestReset, async (call) => {
      await resets.ask(call.body.email, call);
      return done;
    }),
    openRoute(resetPassword, async (call) => {
      call.setCookie(await resets.set(call.body, call));
      return done;
    }),
  ];
}
