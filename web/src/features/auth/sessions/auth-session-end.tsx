import type { SessionEnd } from '#lib/session/session-end.ts';
import { sessionsTexts } from '@trace/contract/auth/sessions/auth.sessions.texts';
import classes from './auth-session-end.module.css';

/** Explains on the sign-in screen why the session ended (SESS-03). */
export function AuthSessionEnd({ end }: { end: SessionEnd }) {
  return (
    <p role="status" className={classes.notice}>
      {end === 'idle' ? sessionsTexts.expired : sessionsTexts.over}
    </p>
  );
}
