import { Age } from '#ui/data/age.tsx';
import { formatDay, formatDuration, toEpochMs } from '#lib/format.ts';
import { DAY_MS } from '@trace/contract/kernel/time';
import { operationsRules, type OperationsPart } from '@trace/contract/operations/operations.rules';
import type { Alarm, Operations } from '@trace/contract/operations/operations.schema';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import type { ReactNode } from 'react';
import { PartCard, type Figure } from './operations-part.tsx';
import { formatSize } from '#lib/format-size.ts';
import classes from './operations-parts.module.css';

/** The lists behind the figures. */
export type OperationsList = 'mails' | 'jobs' | 'quarantine';

interface PartProps {
  state: Operations;
  alarms: readonly Alarm[];
  open: (list: OperationsList) => void;
}

const ageOrNone = (at: string | null, none: string = texts.none): ReactNode => (at === null ? none : <Age at={at} />);
const rounded = (rate: number): string => rate.toLocaleString('en-AU', { maximumFractionDigits: 1 });

/** Each part of the page. */
export const parts: Record<OperationsPart, (props: PartProps) => ReactNode> = {
  mail: ({ state: { mail }, alarms, open }) => (
    <PartCard
      part="mail"
      isOff={mail.state === 'off'}
      alarms={alarms}
      figures={[
        [texts.waiting, mail.waiting],
        [texts.oldest, ageOrNone(mail.oldestWaitingAt)],
        [texts.sentLastDay, mail.sentLastDay],
        [texts.failedLastDay, mail.failedLastDay],
      ]}
      action={{ label: texts.openMails, open: () => open('mails') }}
    />
  ),
  push: ({ state: { push }, alarms }) => (
    <PartCard
      part="push"
      isOff={push.state === 'off'}
      alarms={alarms}
      figures={[
        [texts.browsers, push.browsers],
        [texts.resting, push.resting],
        [texts.waiting, push.waiting],
        [texts.late, push.late],
      ]}
    />
  ),
  sms: ({ state: { sms }, alarms }) => (
    <PartCard
      part="sms"
      isOff={sms.state === 'off'}
      alarms={alarms}
      figures={[[texts.latestMessage, texts.messageStates[sms.state]]]}
    />
  ),
  hubs: ({ state: { hubs }, alarms }) => (
    <PartCard
      part="hubs"
      isOff={hubs.state === 'off'}
      alarms={alarms}
      figures={[
        [texts.links, hubs.links],
        [texts.broken, hubs.broken],
        [texts.failingRenewals, hubs.failing],
        [texts.late, hubs.late],
      ]}
    />
  ),
  hubQueue: ({ state: { hubQueue }, alarms }) => (
    <PartCard
      part="hubQueue"
      isOff={hubQueue.state === 'off'}
      alarms={alarms}
      figures={[
        [texts.lastPoll, ageOrNone(hubQueue.lastPollAt)],
        [texts.waiting, hubQueue.waiting ?? texts.unknown],
        [texts.setAsideLastDay, hubQueue.setAsideLastDay],
      ]}
    />
  ),
  jobs: ({ state: { jobs }, alarms, open }) => (
    <PartCard
      part="jobs"
      alarms={alarms}
      figures={[
        [texts.waiting, jobs.waiting],
        [texts.running, jobs.running],
        [texts.late, jobs.late],
        [texts.failed, jobs.failed],
      ]}
      {...(jobs.failed > 0 && { action: { label: texts.openJobs, open: () => open('jobs') } })}
    >
      <LateKinds kinds={jobs.kinds} />
    </PartCard>
  ),
  storage: ({ state: { storage }, alarms }) => (
    <PartCard part="storage" alarms={alarms} figures={storageFigures(storage)} />
  ),
  backup: ({ state: { backup, at }, alarms }) => (
    <PartCard part="backup" alarms={alarms} figures={backupFigures(backup, at)}>
      {backup.mode !== 'scheduled' && (
        <div className={classes.how}>
          <p>{backup.mode === 'off' ? texts.backupOff : texts.backupElsewhere}</p>
          <code className={classes.command}>{backup.mode === 'off' ? texts.backupCommand : texts.backupMark}</code>
        </div>
      )}
    </PartCard>
  ),
  https: ({ state: { https, at }, alarms }) => (
    <PartCard
      part="https"
      isOff={https.state === 'off'}
      alarms={alarms}
      figures={[
        [texts.certificateFiles, texts.certificateStates[https.state]],
        [texts.ends, https.expiresAt === null ? texts.none : formatDay(https.expiresAt, toEpochMs(at))],
      ]}
    />
  ),
  quarantine: ({ state: { quarantine }, alarms, open }) => (
    <PartCard
      part="quarantine"
      alarms={alarms}
      figures={[
        [texts.lastHour, quarantine.lastHour],
        [texts.kept, quarantine.kept],
        [texts.newest, ageOrNone(quarantine.newestAt)],
      ]}
      {...(quarantine.kept > 0 && { action: { label: texts.openQuarantine, open: () => open('quarantine') } })}
    />
  ),
  certificates: ({ state: { certificates, at }, alarms }) => (
    <PartCard part="certificates" alarms={alarms} figures={certificateFigures(certificates, at)} />
  ),
  gateway: ({ state: { gateway }, alarms }) => (
    <PartCard
      part="gateway"
      alarms={alarms}
      figures={[
        [texts.connections, gateway.connections],
        ...(gateway.broker === 'off' ? [] : [[texts.broker, texts.brokerStates[gateway.broker]] as const]),
        [texts.messagesPerSec, rounded(gateway.messagesPerSec)],
        [texts.refusedPerMin, rounded(gateway.refusedPerMin)],
        [texts.waiting, gateway.lanes.reduce((sum, { waiting }) => sum + waiting, 0)],
        [texts.longestDelay, formatDuration(Math.max(0, ...gateway.lanes.map(({ delayMs }) => delayMs)))],
      ]}
    />
  ),
};

function certificateFigures(certificates: Operations['certificates'], at: string): Figure[] {
  const day = (instant: string): string => formatDay(instant, toEpochMs(at));
  const { nextAuthorityEndsAt } = certificates;
  const next: Figure[] =
    nextAuthorityEndsAt === null
      ? []
      : [
          [texts.nextAuthorityEnds, day(nextAuthorityEndsAt)],
          [texts.devicesUntrusting, certificates.devicesUntrusting],
        ];
  return [
    [texts.devicesEnding(operationsRules.certificateEndingMs / DAY_MS), certificates.devicesEnding],
    [texts.devicesEnded, certificates.devicesEnded],
    [texts.gatewayEnds, day(certificates.gatewayEndsAt)],
    [texts.authorityEnds, day(certificates.authorityEndsAt)],
    ...next,
  ];
}

function backupFigures(backup: Operations['backup'], at: string): Figure[] {
  const last: Figure = [texts.lastBackup, ageOrNone(backup.lastAt, texts.noBackup)];
  if (backup.mode === 'elsewhere') return [last];
  const since = (then: string): number => Date.parse(at) - Date.parse(then);
  const window: Figure = [
    texts.lossWindow,
    backup.coveredUntil === null ? texts.unknown : formatDuration(Math.max(0, since(backup.coveredUntil))),
  ];
  const size: Figure[] = backup.sizeBytes === null ? [] : [[texts.backupSize, formatSize(backup.sizeBytes)]];
  if (backup.mode === 'off') return [last, ...size, window];
  const leftMs = backup.nextAt === null ? 0 : -since(backup.nextAt);
  return [
    last,
    ...size,
    [texts.backupsKept, backup.kept],
    window,
    [texts.nextBackup, leftMs <= 0 ? texts.backupDue : texts.inTime(formatDuration(leftMs))],
    [texts.testRestore, ageOrNone(backup.testedAt, texts.neverTested)],
  ];
}

function storageFigures(storage: Operations['storage']): Figure[] {
  const { diskBytes, freeBytes, databaseBytes, writeProblem, files } = storage;
  const isKnown = diskBytes !== null && freeBytes !== null;
  return [
    [texts.free, isKnown ? texts.freeOf(formatSize(freeBytes), formatSize(diskBytes)) : texts.unknown],
    [texts.database, formatSize(databaseBytes)],
    [texts.writes, writeProblem === null ? texts.writesOk : (texts.writeProblems[writeProblem] ?? writeProblem)],
    [texts.files, texts.fileStates[files]],
  ];
}

/** The kinds of jobs that are late or failed, so that an operator knows what does not happen. */
function LateKinds({ kinds }: { kinds: Operations['jobs']['kinds'] }) {
  const troubled = kinds.filter(({ late, failed }) => late > 0 || failed > 0);
  if (troubled.length === 0) return null;
  return (
    <ul className={classes.kinds}>
      {troubled.map(({ name, late, failed }) => (
        <li key={name}>
          <code>{name}</code> <span>{texts.kindTrouble(late, failed)}</span>
        </li>
      ))}
    </ul>
  );
}
