import { sessionLimits } from '@trace/contract/auth/auth.rules';
import type { Role } from '@trace/contract/kernel/roles';

/** Returns the latest end of a session that starts now, regardless of activity (SESS-03). */
export function absoluteEnd(role: Role, startedAt: Date): Date {
  const lengthMs = role === 'staff' ? sessionLimits.staffAbsoluteMs : sessionLimits.absoluteMs;
  return new Date(startedAt.getTime() + lengthMs);
}

/** Sessions last seen at or before this time have expired (SESS-03). */
export function idleCutoff(now: Date): Date {
  return new Date(now.getTime() - sessionLimits.idleMs);
}

export interface SessionTimes {
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export function isOver({ lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean {
  return expiresAt <= now || lastSeenAt <= idleCutoff(now);
}

/** 'Last seen' is written at most once a minute, so a session may end up to a minute early and never late. */
export function needsTouch({ lastSeenAt }: SessionTimes, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= sessionLimits.touchEveryMs;
}
