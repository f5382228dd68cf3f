import { formatAge, formatExact, toEpochMs, type Instant } from '#lib/format.ts';
import { onTick, useNow } from '#lib/now.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { useLayoutEffect, useRef } from 'react';
import classes from './age.module.css';

interface AgeProps {
  at: Instant;
  /** Beyond this age the text turns grey and italic. */
  staleAfterMs?: number;
  /** Words before the age, such as 'Seen'. */
  prefix?: string;
}

/** Shows the time since an event, with a tick each second during the first minute, and the exact time on hover. */
export function Age({ at, staleAfterMs = Number.POSITIVE_INFINITY, prefix }: AgeProps) {
  const slowNowMs = useNow('halfMinute');
  const ageMs = slowNowMs - toEpochMs(at);
  const place = useYoungAge({ at, prefix, staleAfterMs, isYoung: ageMs < MINUTE_MS });
  return (
    <time
      ref={place}
      dateTime={new Date(at).toISOString()}
      title={formatExact(at)}
      className={classes.age}
      data-stale={ageMs > staleAfterMs || undefined}
    >
      {wordsOf(at, slowNowMs, prefix)}
    </time>
  );
}

function wordsOf(at: Instant, nowMs: number, prefix: string | undefined): string {
  const words = formatAge(at, nowMs);
  return prefix ? `${prefix} ${words}` : words;
}

interface YoungAge {
  at: Instant;
  prefix: string | undefined;
  staleAfterMs: number;
  isYoung: boolean;
}

/**
 * Writes an age in seconds into the text of its element. A table has many such ages, and rendering all of them each
 * second would keep a slow phone busy.
 */
function useYoungAge({ at, prefix, staleAfterMs, isYoung }: YoungAge) {
  const place = useRef<HTMLTimeElement>(null);
  useLayoutEffect(() => {
    if (!isYoung) return undefined;
    const write = () => {
      const nowMs = serverNowMs();
      const words = wordsOf(at, nowMs, prefix);
      const text = place.current?.firstChild;
      if (text && text.nodeValue !== words) text.nodeValue = words;
      if (nowMs - toEpochMs(at) > staleAfterMs) place.current?.setAttribute('data-stale', 'true');
    };
    write();
    return onTick('second', write);
  }, [at, prefix, staleAfterMs, isYoung]);
  return place;
}
