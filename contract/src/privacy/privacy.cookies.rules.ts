import { sessionLimits } from '../auth/auth.rules.ts';
import { secondFactorLimits } from '../auth/factors/auth.second-factor.rules.ts';
import { UNCONFIRMED_LIVES_MS } from '../auth/sign-up/auth.sign-up.rules.ts';
import { DAY_MS } from '../kernel/time.ts';

/** SET-05: every cookie that the portal sets. The server sets them from this list, and the privacy policy shows it. */
export const cookieRules = {
  session: { name: 'trace_session', keptMs: sessionLimits.absoluteMs },
  /** How long the account remembers a browser after a sign-in (AUTH-13). */
  browser: { name: 'trace_device', keptMs: 365 * DAY_MS },
  secondStep: { name: 'trace_step', keptMs: secondFactorLimits.stepMs },
  signUp: { name: 'trace_sign_up', keptMs: UNCONFIRMED_LIVES_MS },
} as const;

export type CookieKind = keyof typeof cookieRules;
