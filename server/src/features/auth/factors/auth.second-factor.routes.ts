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
import type { SecondFactorRemovals } from './auth.second-factor-removal.service.ts';
import type { SecondFactors } from './auth.second-factor.service.ts';
import type { SecondSteps } from './auth.second-step.service.ts';

interface Services {
  readonly factors: SecondFactors;
  readonly secondSteps: SecondSteps;
  readonly removals: SecondFactorRemovals;
}

export function secondFactorRoutes({ factors, secondSteps, removals }: Services): Route[] {
  return [
    route(getSecondFactor, ({ actor }) => factors.view(actor)),
    route(startSecondFactor, ({ actor, origin }) => factors.start(actor, origin)),
    route(confirmSecondFactor, async ({ actor, body, origin }) => ({
      recoveryCodes: await factors.confirm(actor, body.code, origin),
    })),
    route(renewRecoveryCodes, async ({ actor, origin }) => ({
      recoveryCodes: await factors.renewCodes(actor, origin),
    })),
    route(turnOffSecondFactor, async ({ actor, origin }) => {
      await factors.turnOff(actor, origin);
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
