import { IDLE_WARNING_MS } from '@trace/contract/auth/sessions/auth.sessions.rules';
import { sessionLimits } from '@trace/contract/auth/auth.rules';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Stop } from '#lib/stop.ts';
import { createStore } from '#lib/store.ts';

/** The events that count as user activity (SESS-03). */
const signs = ['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart'] as const;

/** A call this long after the last sign is the page's own doing, and keeps no session alive. */
const RECENT_MS = MINUTE_MS;
/** A user who reads and scrolls makes no calls, so the server is notified of the activity this often. */
const TOUCH_EVERY_MS = MINUTE_MS;
/** How often a tab broadcasts activity to the other tabs, and how often a tab checks the clock. */
const BROADCAST_EVERY_MS = SECOND_MS;
const LOOK_EVERY_MS = 10 * SECOND_MS;

/** `warned`: the end is near and the warning is open. `over`: the session has ended, as far as this browser knows. */
export type IdlePhase = 'active' | 'warned' | 'over';

export interface ActivityOptions {
  /** Where signs are made. */
  page: EventTarget;
  /** Connects the tabs of this browser. A tab does not receive its own messages. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
}

export interface Activity {
  start(): Stop;
  readPhase(): IdlePhase;
  onPhase(listener: () => void): Stop;
  /** Calls `touch` when the server must be notified of activity. */
  onTouch(touch: () => void): Stop;
  /** Answers the warning: the user is active. */
  confirm(): void;
  /** Starts a session. Earlier activity does not count. */
  begin(): void;
  /** Headers that tell the server whether a person is behind a call. */
  headers(): Record<string, string>;
}

interface ActivityMessage {
  signAt: number;
  touchedAt: number;
}

/**
 * Tracks the idle time of all tabs of this browser together (SESS-03). While the warning is open, only the answer
 * counts as activity (SESS-04). The server decides when a session ends. This module only decides the display.
 */
export function createActivity({ page, channel }: ActivityOptions): Activity {
  const touchListeners = new Set<() => void>();
  // Opening the page counts as activity.
  let signAt = Date.now();
  let touchedAt = signAt;
  let broadcastAt = 0;
  const phase = createStore<IdlePhase>('active');

  const setPhase = (): void => {
    const next = phaseAfter(Date.now() - signAt);
    if (next !== phase.get()) phase.set(next);
  };

  const look = (): void => {
    setPhase();
    const now = Date.now();
    if (phase.get() === 'active' && signAt > touchedAt && now - touchedAt >= TOUCH_EVERY_MS) touch(now);
  };

  const touch = (now: number): void => {
    touchedAt = now;
    broadcast(now);
    for (const listener of touchListeners) listener();
  };

  const broadcast = (now: number): void => {
    broadcastAt = now;
    channel.postMessage({ signAt, touchedAt } satisfies ActivityMessage);
  };

  const noteSign = (): void => {
    // After a wake-up, the idle time is checked before the waking input counts as activity.
    look();
    if (phase.get() !== 'active') return;
    signAt = Date.now();
    look();
    if (signAt - broadcastAt >= BROADCAST_EVERY_MS) broadcast(signAt);
  };

  const hear = ({ data }: MessageEvent<ActivityMessage>): void => {
    signAt = Math.max(signAt, data.signAt);
    touchedAt = Math.max(touchedAt, data.touchedAt);
    // The tab with the activity notifies the server. The other tabs only update their phase.
    setPhase();
  };

  const begin = (): void => {
    signAt = Date.now();
    touchedAt = signAt;
    broadcast(signAt);
    look();
  };

  return {
    start: () => {
      for (const sign of signs) page.addEventListener(sign, noteSign, { capture: true, passive: true });
      channel.addEventListener('message', hear as EventListener);
      const timer = setInterval(look, LOOK_EVERY_MS);
      return () => {
        for (const sign of signs) page.removeEventListener(sign, noteSign, { capture: true });
        channel.removeEventListener('message', hear as EventListener);
        clearInterval(timer);
      };
    },
    readPhase: phase.get,
    onPhase: phase.subscribe,
    onTouch: (listener) => {
      touchListeners.add(listener);
      return () => void touchListeners.delete(listener);
    },
    confirm: () => {
      begin();
      touch(Date.now());
    },
    begin,
    headers: () => {
      const now = Date.now();
      if (now - signAt > RECENT_MS) return { 'x-trace-background': '1' };
      touchedAt = now;
      return {};
    },
  };
}

function phaseAfter(idleMs: number): IdlePhase {
  if (idleMs >= sessionLimits.idleMs) return 'over';
  return idleMs >= sessionLimits.idleMs - IDLE_WARNING_MS ? 'warned' : 'active';
}

/** The activity tracker of this page. */
export const activity = createActivity({ page: globalThis, channel: new BroadcastChannel('trace-activity') });

export const activityHeaders = activity.headers;
