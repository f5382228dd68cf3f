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
import type { OwnPasskeys } from './auth.own-passkeys.service.ts';
import type { PasskeySignIn } from './auth.passkey-sign-in.service.ts';
import type { Passkeys } from './auth.passkeys.service.ts';

interface Services {
  readonly ownPasskeys: OwnPasskeys;
  readonly passkeys: Passkeys;
  readonly passkeySignIn: PasskeySignIn;
}

export function passkeyRoutes({ ownPasskeys, passkeys, passkeySignIn }: Services): Route[] {
  return [
    route(listPasskeys, async ({ actor }) => ({ passkeys: await ownPasskeys.list(actor.accountId) })),
    route(startPasskey, async ({ actor }) => ({ options: await ownPasskeys.startAdding(actor) })),
    route(addPasskey, async ({ actor, body, origin }) => ({ passkey: await ownPasskeys.add(actor, body, origin) })),
    route(renamePasskey, async ({ actor, params, body, origin }) => ({
      passkey: await ownPasskeys.rename(actor, params.id, body.name, origin),
    })),
    route(removePasskey, async ({ actor, params, origin }) => {
      await ownPasskeys.remove(actor, params.id, origin);
      return done;
    }),
    openRoute(startPasskeySignIn, async () => ({ options: await passkeys.ask('sign_in') })),
    openRoute(signInWithPasskey, async (call) => {
      const { person, setCookies } = await passkeySignIn.signIn(call.body, call);
      for (const header of setCookies) call.setCookie(header);
      return { person };
    }),
  ];
}
