import { formatExact, toEpochMs } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { IconAlertTriangle, IconClock, IconInfoCircle, IconPlugConnectedX, type TablerIcon } from '@tabler/icons-react';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import { panicScreenTexts as texts, spanWords } from '@trace/contract/panic/panic.screen.texts';
import type { ReactNode } from 'react';
import classes from './panic-notices.module.css';

interface PanicNoticesProps {
  incident: IncidentDetails;
  /** Why the last answer failed. */
  failure: string | null;
  /** The last reload failed. */
  isOutdated: boolean;
}

/** Notices above all else: a failed answer, an untaken incident, a late press, a test. */
export function PanicNotices({ incident, failure, isOutdated }: PanicNoticesProps) {
  const { isTest, lateSec, hasWrongClock, happenedAt, unanswered, closed, you } = incident;
  return (
    <div className={classes.notices}>
      {failure !== null && (
        <Notice tone="red" icon={IconAlertTriangle} isAlert>
          {failure}
        </Notice>
      )}
      {isOutdated && (
        <Notice tone="amber" icon={IconPlugConnectedX} isAlert>
          {texts.outdated}
        </Notice>
      )}
      {closed?.outcome === 'account_deleted' && !isTest && (
        <Notice tone="red" icon={IconAlertTriangle}>
          {texts.accountDeleted}
        </Notice>
      )}
      {closed?.isDoubtful === true && (
        <Notice tone="red" icon={IconAlertTriangle}>
          {texts.doubtfulEnd}
        </Notice>
      )}
      {unanswered === 'nobody_took' && (
        <Notice tone="red" icon={IconAlertTriangle} title={texts.nobodyTook} isAlert>
          {you.role === 'wearer' ? texts.nobodyTookOwn : texts.nobodyTookText}
        </Notice>
      )}
      {unanswered === 'nobody_there' && (
        <Notice tone="red" icon={IconAlertTriangle} title={texts.nobodyThere} isAlert>
          {texts.nobodyThereText}
        </Notice>
      )}
      {lateSec !== null && !hasWrongClock && happenedAt !== null && <Late happenedAt={happenedAt} />}
      {hasWrongClock && (
        <Notice tone="amber" icon={IconClock}>
          {texts.wrongClock}
        </Notice>
      )}
      {isTest && (
        <Notice tone="plain" icon={IconInfoCircle}>
          {texts.testNote}
        </Notice>
      )}
    </div>
  );
}

function Late({ happenedAt }: { happenedAt: string }) {
  const nowMs = useNow('halfMinute');
  return (
    <Notice tone="amber" icon={IconClock}>
      {texts.late(spanWords(nowMs - toEpochMs(happenedAt)), formatExact(happenedAt))}
    </Notice>
  );
}

interface NoticeProps {
  tone: 'red' | 'amber' | 'plain';
  icon: TablerIcon;
  title?: string;
  isAlert?: boolean;
  children: ReactNode;
}

function Notice({ tone, icon: Icon, title, isAlert = false, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={isAlert ? 'alert' : 'note'}>
      <Icon size={20} stroke={1.8} aria-hidden="true" />
      <div>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        <p className={classes.text}>{children}</p>
      </div>
    </div>
  );
}
