import {
  confirmSignUp,
  correctSignUpEmail,
  resendSignUpCode,
  signUp,
} from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { openRoute } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { Confirmations } from './auth.confirmation.service.ts';
import type { SignUps } from './auth.sign-up.service.ts';

export function signUpRoutes(signUps: SignUps, confirmations: Confirmations): Route[] {
  return [
    openRoute(signUp, async (call) => {
      const { setCookie, ...answer } = await signUps.begin(call.body, call);
      call.setCookie(setCookie);
      return answer;
    }),
    openRoute(confirmSignUp, async (call) => {
      const { setCookies, ...answer } = await confirmations.confirm(call.body.code, call);
      for (const header of setCookies) call.setCookie(header);
      return answer;
    }),
    openRoute(resendSignUpCode, async (call) => ({ codeSentTo: await confirmations.resend(call) })),
    openRoute(correctSignUpEmail, async (call) => ({
      codeSentTo: await confirmations.correctEmail(call.body.email, call),
    })),
  ];
}
