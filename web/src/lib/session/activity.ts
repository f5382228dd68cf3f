import { IDLE_WARNING_MS } from '@trace/contract/auth/sessions/auth.sessions.rules';
import { sessionLimits } from '@trace/contract/auth/auth.rules';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Stop } from '#lib/stop.ts';

/** What counts as a sign of the person (SESS-03). */
const signs = ['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart'] as const;

/** A call this long after the last sign is the page's own doing, and keeps no session alive. */
const RECENT_MS = MINUTE_MS;
/** Somebody who reads and scrolls calls nothing: the server hears of them this often. */
const TOUCH_EVERY_MS = MINUTE_MS;
/** How often a tab tells the others of a sign, and how often it looks at the clock. */
const TELL_EVERY_MS = SECOND_MS;
const LOOK_EVERY_MS = 10 * SECOND_MS;

/** `warned`: the end is near and somebody is asked; `over`: it has come, as far as this browser can tell. */
export type IdlePhase = 'active' | 'warned' | 'over';

export interface ActivityOptions {
  /** Where signs are made. */
  page: EventTarget;
  /** Between the tabs of this browser; a tab does not hear itself. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
}

export interface Activity {
  start(): Stop;
  readPhase(): IdlePhase;
  onPhase(listener: () => void): Stop;
  /** Calls `touch` when the server is to hear that somebody is here. */
  onTouch(touch: () => void): Stop;
  /** The answer to the warning: somebody is here. */
  confirm(): void;
  /** A session begins: what was before does not count. */
  begin(): void;
  /** Headers that tell the server whether a person is behind a call. */
  headers(): Record<string, string>;
}

interface Told {
  signAt: number;
  touchedAt: number;
}

/**
 * How long nobody has given a sign, in all tabs of this browser together (SESS-03). While somebody is asked whether
 * they are there, the answer alone counts (SESS-04). The server decides; this only says what to show.
 */
export function createActivity({ page, channel }: ActivityOptions): Activity {
  const phaseListeners = new Set<() => void>();
  const touchListeners = new Set<() => void>();
  // Opening the page is a sign by itself.
  let signAt = Date.now();
  let touchedAt = signAt;
  let toldAt = 0;
  let phase: IdlePhase = 'active';

  const setPhase = (): void => {
    const next = phaseAfter(Date.now() - signAt);
    if (next === phase) return;
    phase = next;
    for (const listener of phaseListeners) listener();
  };

  const look = (): void => {
    setPhase();
    const now = Date.now();
    if (phase === 'active' && signAt > touchedAt && now - touchedAt >= TOUCH_EVERY_MS) touch(now);
  };

  const touch = (now: number): void => {
    touchedAt = now;
    tell(now);
    for (const listener of touchListeners) listener();
  };

  const tell = (now: number): void => {
    toldAt = now;
    channel.postMessage({ signAt, touchedAt } satisfies Told);
  };

  const noteSign = (): void => {
    // A laptop that wakes up is looked at before the hand that woke it counts.
    look();
    if (phase !== 'active') return;
    signAt = Date.now();
    look();
    if (signAt - toldAt >= TELL_EVERY_MS) tell(signAt);
  };

  const hear = ({ data }: MessageEvent<Told>): void => {
    signAt = Math.max(signAt, data.signAt);
    touchedAt = Math.max(touchedAt, data.touchedAt);
    // The tab that has the person tells the server; the others only show how it stands.
    setPhase();
  };

  const begin = (): void => {
    signAt = Date.now();
    touchedAt = signAt;
    tell(signAt);
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
    readPhase: () => phase,
    onPhase: (listener) => listen(phaseListeners, listener),
    onTouch: (listener) => listen(touchListeners, listener),
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

function listen(listeners: Set<() => void>, listener: () => void): Stop {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The one of this page. */
export const activity = createActivity({ page: globalThis, channel: new BroadcastChannel('trace-activity') });

export const activityHeaders = activity.headers;
