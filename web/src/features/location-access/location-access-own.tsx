import { formatClock } from '#lib/format.ts';
import { useBrowserNow } from '#lib/now.ts';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { timeLeftMs } from '@trace/contract/location-access/location-access.rules';
import type { OwnAccess } from './requests/location-access.request.queries.ts';
import classes from './location-access-own.module.css';

/** Shows the time left of the installer's own grant, or that a request is pending. Renders nothing otherwise. */
export function LocationAccessOwn({ access, aheadMs }: { access: OwnAccess; aheadMs: number }) {
  if (access.grant) return <TimeLeft endsAt={access.grant.endsAt} aheadMs={aheadMs} />;
  return access.request ? <span className={classes.asked}>{texts.accessAsked}</span> : null;
}

function TimeLeft({ endsAt, aheadMs }: { endsAt: string; aheadMs: number }) {
  const leftMs = timeLeftMs(endsAt, useBrowserNow('second') + aheadMs);
  if (leftMs === null) return null;
  return (
    <span className={classes.left} role="timer">
      {texts.accessEnds(formatClock(leftMs))}
    </span>
  );
}
