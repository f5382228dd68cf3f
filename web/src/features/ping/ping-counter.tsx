import { formatExact } from '#lib/format.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import { useNow } from '#lib/now.ts';
import { AsOf } from '#ui/layout/as-of.tsx';
import { QuotaMarks } from '#ui/data/quota-marks.tsx';
import { useQuery } from '@tanstack/react-query';
import type { PingQuota } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import classes from './ping-counter.module.css';
import { useNewDay } from './ping-new-day.ts';
import { resetWords } from './ping-reset.ts';
import { pingQuotaQuery } from './ping.queries.ts';

/** Shows today's used and remaining pings and the time of the reset (PING-04). Without a limit, one line is enough. */
export function PingCounter() {
  const { data: quota } = useQuery(pingQuotaQuery);
  useNewDay(quota);
  return (
    <div>
      <div className={classes.head}>
        <span className={classes.title}>
          {pingTexts.today} {quota?.limit === null && <strong>{quota.used}</strong>}
        </span>
        {quota && <span className={classes.aside}>{leftOf(quota)}</span>}
        <AsOf isShort queryKey={pingQuotaQuery.queryKey} />
      </div>
      {quota?.limit != null && <Allowance quota={quota} limit={quota.limit} />}
    </div>
  );
}

function leftOf({ used, limit }: PingQuota): string {
  return limit === null ? pingTexts.unlimited : pingTexts.left(Math.max(0, limit - used));
}

function Allowance({ quota, limit }: { quota: PingQuota; limit: number }) {
  // Refreshes the words. The countdown itself uses the server's clock.
  useNow('halfMinute');
  return (
    <>
      <p className={classes.count}>
        <span className={classes.number}>{quota.used}</span>
        <span className={classes.aside}>{pingTexts.usedOf(limit)}</span>
      </p>
      <QuotaMarks used={quota.used} limit={limit} label={pingTexts.marksLabel} />
      <p className={classes.resets} title={formatExact(quota.resetsAt, { timeZone: quota.timeZone })}>
        {resetWords(quota, serverNowMs())}
      </p>
    </>
  );
}
