import { toEpochMs } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { IconAlertTriangle, IconCircleCheck, IconHandStop } from '@tabler/icons-react';
import type { Incident } from '@trace/contract/panic/panic.schema';
import {
  bandHeadline,
  clockWords,
  headlineOf,
  originWords,
  panicKindWords,
  panicScreenTexts as texts,
} from '@trace/contract/panic/panic.screen.texts';
import type { ReactNode } from 'react';
import classes from './panic-band.module.css';
import { useMomentFormat } from '../incident/panic-moment.ts';

export type BandState = 'open' | 'taken' | 'closed';

export function bandStateOf({ taken, closed }: Incident): BandState {
  if (closed) return 'closed';
  return taken ? 'taken' : 'open';
}

const icons = { open: IconAlertTriangle, taken: IconHandStop, closed: IconCircleCheck };

interface PanicBandProps {
  incident: Incident;
  headingProps?: React.ComponentProps<'h1'>;
  as?: 'h1' | 'h2';
  /** Switches and the controls of the screen, over the headline. */
  tools?: ReactNode;
  actions: ReactNode;
}

/** The wearer and the running clock, then the taker, then the outcome. */
export function PanicBand({ incident, as: Heading = 'h2', headingProps, tools, actions }: PanicBandProps) {
  const { openedAt, closed, kind, isTest, presses } = incident;
  const state = bandStateOf(incident);
  const Icon = icons[state];
  const moment = useMomentFormat();
  return (
    <div className={classes.band} data-state={state}>
      {tools}
      <div className={classes.row}>
        <span className={classes.icon}>
          <Icon size={32} stroke={1.9} aria-hidden="true" />
        </span>
        <div className={classes.words}>
          <p className={classes.eyebrow}>
            {isTest && <span className={classes.test}>{texts.test}</span>}
            {state === 'open' ? panicKindWords[kind] : headlineOf(incident)}
            {presses > 1 && ` · ${texts.presses(presses)}`}
          </p>
          <Heading {...headingProps} className={classes.headline} dir="auto">
            {bandHeadline(incident)}
          </Heading>
          <p className={classes.origin}>
            <Origin incident={incident} />
          </p>
        </div>
        <div className={classes.time}>
          <span className={classes.since}>{texts.since(moment(openedAt))}</span>
          {closed ? (
            <span className={classes.clock}>{clockWords(toEpochMs(closed.at) - toEpochMs(openedAt))}</span>
          ) : (
            <RunningClock since={openedAt} />
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  );
}

function RunningClock({ since }: { since: string }) {
  const nowMs = useNow('second');
  return (
    <span role="timer" className={classes.clock}>
      {clockWords(nowMs - toEpochMs(since))}
    </span>
  );
}

function Origin({ incident }: { incident: Incident }) {
  const { taken, closed, devices } = incident;
  const moment = useMomentFormat();
  if (closed) return texts.closedAt(moment(closed.at), closed.name);
  if (taken) return texts.takenAt(moment(taken.at), texts.roles[taken.role]);
  const origin = originWords(incident);
  return (
    <>
      {devices.map(({ serialNumber, name }, nth) => (
        <span key={serialNumber}>
          {nth > 0 && ', '}
          <bdi>{name}</bdi> <span className={classes.serial}>{serialNumber}</span>
        </span>
      ))}
      {devices.length > 0 && origin !== '' && ', '}
      <bdi>{origin}</bdi>
    </>
  );
}
