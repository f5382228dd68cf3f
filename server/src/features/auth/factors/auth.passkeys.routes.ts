import { done } from '@trace/contract/kernel/endpoint';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@trace/contract/auth/factors/auth.passkeys.api';
import { openRoute, route } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { PasskeySignIn } from './auth.passkey-sign-in.service.ts';
import type { Passkeys } from './auth.passkeys.service.ts';

export function passkeyRoutes(passkeys: Passkeys, { signIn }: PasskeySignIn): Route[] {
  return [
    route(listPasskeys, async ({ actor }) => ({ passkeys: await passkeys.list(actor.accountId) })),
    route(startPasskey, async ({ actor }) => ({ options: await passkeys.startAdding(actor) })),
    route(addPasskey, async ({ actor, body, origin }) => ({ passkey: await passkeys.add(actor, body, origin) })),
    route(renamePasskey, async ({ actor, params, body, origin }) => ({
      passkey: await passkeys.rename(actor, params.id, body.name, origin),
    })),
    route(removePasskey, async ({ actor, params, origin }) => {
      await passkeys.remove(actor, params.id, origin);
      return done;
    }),
    openRoute(startPasskeySignIn, async () => ({ options: await passkeys.ask('sign_in') })),
    openRoute(signInWithPasskey, async (call) => {
      const { person, setCookies } = await signIn(call.body, call);
      for (const header of setCookies) call.setCookie(header);
      return { person };
    }),
  ];
}
