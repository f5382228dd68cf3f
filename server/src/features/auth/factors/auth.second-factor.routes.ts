import { done } from '@trace/contract/kernel/endpoint';
import {
  askRemoval,
  cancelRemoval,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  signInSecondStep,
  startSecondFactor,
  turnOffSecondFactor,
} from '@trace/contract/auth/factors/auth.second-factor.api';
import { openRoute, route } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { OwnSecondFactor } from './auth.own-second-factor.service.ts';
import type { SecondFactorRemovals } from './auth.second-factor-removal.service.ts';
import type { SecondSteps } from './auth.second-step.service.ts';

interface Services {
  readonly ownSecondFactor: OwnSecondFactor;
  readonly secondSteps: SecondSteps;
  readonly removals: SecondFactorRemovals;
}

export function secondFactorRoutes({ ownSecondFactor, secondSteps, removals }: Services): Route[] {
  return [
    route(getSecondFactor, ({ actor }) => ownSecondFactor.view(actor)),
    route(startSecondFactor, ({ actor, origin }) => ownSecondFactor.start(actor, origin)),
    route(confirmSecondFactor, async ({ actor, body, origin }) => ({
      recoveryCodes: await ownSecondFactor.confirm(actor, body.code, origin),
    })),
    route(renewRecoveryCodes, async ({ actor, origin }) => ({
      recoveryCodes: await ownSecondFactor.renewCodes(actor, origin),
    })),
    route(turnOffSecondFactor, async ({ actor, origin }) => {
      await ownSecondFactor.turnOff(actor, origin);
      return { isOn: false as const };
    }),
    openRoute(signInSecondStep, async (call) => {
      const { person, recoveryCodes, setCookies } = await secondSteps.finish(call.body, call);
      for (const header of setCookies) call.setCookie(header);
      return { person, recoveryCodes };
    }),
    openRoute(askRemoval, async (call) => ({ removal: await secondSteps.askRemoval(call) })),
    openRoute(cancelRemoval, async ({ body, origin }) => {
      await removals.cancel(body.token, origin);
      return done;
    }),
  ];
}
