import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Loader } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { FirmwareUpdate } from '@trace/contract/firmware/firmware.schema';
import { firmwareTexts as texts } from '@trace/contract/firmware/firmware.texts';
import { steps, stepsDone, waitWords, type FirmwareView } from './firmware-view.ts';
import classes from './firmware-dialog.module.css';

type EndOrProgress = Extract<FirmwareView, { update: FirmwareUpdate }>;

/** The steps of an update, or its outcome. */
export function FirmwareProgress({ view: { kind, update } }: { view: EndOrProgress }) {
  if (kind === 'done') return <OutcomeLine tone="good">{texts.complete(update.version)}</OutcomeLine>;
  if (kind === 'cancelled') return <OutcomeLine tone="part">{texts.cancelled}</OutcomeLine>;
  if (kind === 'failed') {
    return <OutcomeLine tone="bad">{failureOf(update)}</OutcomeLine>;
  }
  return <UnderWay update={update} />;
}

/** The device is known to run its old version, unless the device is silent or runs a later version. */
function failureOf({ failure }: FirmwareUpdate): string {
  const reason = texts.failures[failure ?? 'other'];
  const saysVersion = failure === 'went_back' || failure === 'did_not_return' || failure === 'not_newer';
  return saysVersion ? reason : `${reason} ${texts.keptOld}`;
}

function UnderWay({ update }: { update: FirmwareUpdate }) {
  const wait = waitWords(update);
  return (
    <>
      <p className={classes.state} role="status">
        {texts.states[update.state]}
      </p>
      {wait !== null && <p className={classes.wait}>{wait}</p>}
      {update.failure !== null && (
        <OutcomeLine tone="part">
          {texts.failures[update.failure]} {texts.willRetry}
        </OutcomeLine>
      )}
      {update.state === 'downloading' && <DownloadBar percent={update.progressPct} />}
      <Steps update={update} />
      <p className={classes.hint}>{update.state === 'verifying' ? texts.verifying(update.version) : texts.goesOn}</p>
    </>
  );
}

/** FWD-02: the number is the device's own. Before its first report, the bar is empty. */
function DownloadBar({ percent }: { percent: number | null }) {
  const value = percent ?? 0;
  return (
    <div className={classes.download}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={texts.states.downloading}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value}
      >
        <span style={{ inlineSize: `${value}%` }} />
      </div>
      <span className={classes.percent}>{texts.progress(value)}</span>
    </div>
  );
}

function Steps({ update }: { update: FirmwareUpdate }) {
  const done = stepsDone(update);
  const isWorking = update.state !== 'waiting';
  return (
    <ol className={classes.steps} aria-label={texts.steps}>
      {steps.map((step, index) => {
        const look = lookOf(index, done, isWorking);
        const isCurrent = look === 'current';
        return (
          <li
            key={step}
            className={classes.step}
            data-look={look}
            {...(isCurrent && { 'aria-current': 'step' as const })}
          >
            <span className={classes.mark} aria-hidden="true">
              {look === 'done' && <IconCheck size={13} stroke={2.4} />}
              {isCurrent && <Loader size={12} />}
            </span>
            {texts.stepNames[step]}
          </li>
        );
      })}
    </ol>
  );
}

function lookOf(index: number, done: number, isWorking: boolean): 'done' | 'current' | undefined {
  if (index < done) return 'done';
  return isWorking && index === done ? 'current' : undefined;
}
