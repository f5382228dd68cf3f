import { failureWords, isRefusal } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button } from '@mantine/core';
import { IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import type { ComponentProps, ReactNode } from 'react';
import { usePanicActions } from './panic-actions.tsx';
import { bandStateOf, PanicBand } from '../attention/panic-band.tsx';
import { PanicCall, PanicEmergency } from './panic-call.tsx';
import type { IncidentCalls } from './panic-calls.ts';
import classes from './panic-incident.module.css';
import { PanicNotices } from '../attention/panic-notices.tsx';
import { PanicRecipients } from './panic-recipients.tsx';
import { PanicTimeline } from './panic-timeline.tsx';
import { PanicWhere, type RenderMap } from './panic-where.tsx';
import { useSeen } from '../panic.action.queries.ts';
import { incidentQuery } from '../panic.queries.ts';

export interface PanicIncidentProps {
  /** Stable while the incident is the same. */
  calls: IncidentCalls;
  renderMap: RenderMap;
  /** The way to the device when the position is hidden. */
  renderInstead?: (incident: IncidentDetails) => ReactNode;
  /** `screen` covers the whole window with a frame; `page` stands inside another page. */
  layout: 'screen' | 'page';
  heading?: Pick<ComponentProps<typeof PanicBand>, 'as' | 'headingProps'>;
  tools?: ReactNode;
}

/** An incident in the order in which a person acts: the wearer, the place, the recipients, the next step, the timeline. */
export function PanicIncident({ calls, tools, layout, ...props }: PanicIncidentProps) {
  const { data, error, refetch } = useQuery(incidentQuery(calls));
  useSeen(calls, data !== undefined && data.closed === null);
  // The account of the wearer was deleted, or the access of this person has ended.
  const isGone = data !== undefined && isRefusal(error, 'not_found');
  if (data && !isGone)
    return <Shown incident={data} isOutdated={error !== null} calls={calls} tools={tools} layout={layout} {...props} />;
  return (
    // Takes the focus until the headline is there, so that a key pressed by chance does not silence the alarm.
    <div className={classes.waiting} tabIndex={-1} data-autofocus>
      {tools && <div className={classes.waitingTools}>{tools}</div>}
      {error === null && <LoadingText>{texts.loadingIncident}</LoadingText>}
      {isGone && <EmptyState icon={IconLock} text={texts.gone} />}
      {error !== null && !isGone && (
        <EmptyState
          icon={IconPlugConnectedX}
          text={`${texts.notLoaded} ${failureWords(error)}`}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {texts.tryAgain}
            </Button>
          }
        />
      )}
    </div>
  );
}

type ShownProps = PanicIncidentProps & { incident: IncidentDetails; isOutdated: boolean };

function Shown(props: ShownProps) {
  const { incident, isOutdated, calls, renderMap, renderInstead, layout, heading, tools } = props;
  const actions = usePanicActions(calls, incident);
  const isPhone = useIsPhone();
  const { wearers, closed, isTest } = incident;
  const isWearer = incident.you.role === 'wearer';
  // On a phone the same button is at the bottom.
  const hasCalls = !isWearer && !(isPhone && wearers.length === 1 && closed === null);
  return (
    <div className={classes.incident} data-state={bandStateOf(incident)} data-layout={layout}>
      <PanicBand incident={incident} {...heading} tools={tools} actions={actions.inBand} />
      <div className={classes.content}>
        <PanicNotices incident={incident} failure={actions.failure} isOutdated={isOutdated} />
        <div className={classes.columns}>
          <PanicWhere incident={incident} renderMap={renderMap} instead={renderInstead?.(incident)} />
          <div className={classes.side}>
            {hasCalls && wearers.map((wearer) => <PanicCall key={wearer.name} wearer={wearer} />)}
            {isWearer && closed === null && <PanicEmergency isOwn />}
            <PanicRecipients incident={incident} />
          </div>
        </div>
        <PanicTimeline incident={incident} calls={calls} />
        {!isWearer && closed === null && !isTest && <PanicEmergency isOwn={false} />}
      </div>
      {actions.atBottom}
      {actions.dialog}
    </div>
  );
}
