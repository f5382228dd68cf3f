import { formatAge, formatExact, toEpochMs, type Instant } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { MINUTE_MS } from '@trace/contract/kernel/time';
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
  const isYoung = slowNowMs - toEpochMs(at) < MINUTE_MS;
  return isYoung ? (
    <YoungAge at={at} prefix={prefix} staleAfterMs={staleAfterMs} />
  ) : (
    <AgeText at={at} prefix={prefix} staleAfterMs={staleAfterMs} nowMs={slowNowMs} />
  );
}

type InnerProps = { at: Instant; prefix: string | undefined; staleAfterMs: number };

/** Only ages in seconds pay for a tick each second. */
function YoungAge(props: InnerProps) {
  return <AgeText {...props} nowMs={useNow('second')} />;
}

function AgeText({ at, prefix, staleAfterMs, nowMs }: InnerProps & { nowMs: number }) {
  const isStale = nowMs - toEpochMs(at) > staleAfterMs;
  const words = formatAge(at, nowMs);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatExact(at)}
      className={classes.age}
      data-stale={isStale || undefined}
    >
      {prefix ? `${prefix} ${words}` : words}
    </time>
  );
}
