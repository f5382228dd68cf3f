import { Age } from '#ui/data/age.tsx';
import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { formatMoment } from '#lib/moment-format.ts';
import { useNow } from '#lib/now.ts';
import { IconBroadcast, IconCircleCheckFilled } from '@tabler/icons-react';
import { longestSilenceMs } from '@trace/contract/hub-receiver/hub-receiver.rules';
import type { HubReporting } from '@trace/contract/hub-receiver/hub-receiver.schema';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';
import classes from './hub-receiver.module.css';

type Account = NonNullable<HubReporting['account']>;

/** Whether the hub reports, and what keeps it from reporting. */
export function HubReceiverState({ account }: { account: Account }) {
  return (
    <div className={classes.states}>
      <ReportLine account={account} />
      <Trouble account={account} />
    </div>
  );
}

function ReportLine({ account: { lastReportAt, supervisionSec, problem, silentSince } }: { account: Account }) {
  const isWaiting = lastReportAt === null;
  const isGood = !isWaiting && problem === null && silentSince === null;
  const Icon = isGood ? IconCircleCheckFilled : IconBroadcast;
  return (
    <div className={classes.state} data-tone={isGood ? 'good' : undefined}>
      <Icon size={18} stroke={1.8} aria-hidden="true" />
      <div>
        <p className={classes.stateTitle} role="status">
          {isWaiting ? (
            texts.waiting
          ) : (
            <Age at={lastReportAt} prefix={texts.lastReport} staleAfterMs={longestSilenceMs(supervisionSec)} />
          )}
        </p>
        {isWaiting && <p className={classes.hint}>{texts.waitingHint}</p>}
      </div>
    </div>
  );
}

function Trouble({ account: { problem, silentSince } }: { account: Account }) {
  const nowMs = useNow('halfMinute');
  if (problem !== null) {
    const { title, text } = texts.problems[problem.kind];
    return (
      <AmberNotice label={title} title={title}>
        {text}
      </AmberNotice>
    );
  }
  if (silentSince === null) return null;
  const title = texts.silent(formatMoment(silentSince, nowMs));
  return (
    <AmberNotice label={title} title={title}>
      {texts.silentHint}
    </AmberNotice>
  );
}
