import { failureWords } from '#lib/http/api.ts';
import { Age } from '#ui/data/age.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { HubQueueState as QueueFigures, QueueState } from '@trace/contract/hub-queue/hub-queue.schema';
import { hubQueueTexts } from '@trace/contract/hub-queue/hub-queue.texts';
import type { ReactNode } from 'react';
import classes from './hub-queue.module.css';
import { hubQueueQuery } from './hub-queue.queries.ts';

const texts = hubQueueTexts.queue;
const colors: Record<QueueState, string> = { ok: 'green', failing: 'red', refused: 'red', off: 'gray' };

/** The queue of hub events: whether it is read, when an event last came, and hubs without a connection. */
export function HubQueueState() {
  const { data, error, refetch } = useQuery(hubQueueQuery);
  const badge = data && <Badge color={colors[data.state]}>{texts.states[data.state]}</Badge>;
  const again = (
    <Button variant="default" onClick={() => void refetch()}>
      {texts.tryAgain}
    </Button>
  );
  return (
    <SectionCard title={texts.title} aside={badge}>
      {data && <Figures queue={data} />}
      {!data && !error && <LoadingText>{texts.loading}</LoadingText>}
      {!data && error && (
        <EmptyState icon={IconPlugConnectedX} text={failureWords(error, texts.loadFailed)} action={again} />
      )}
    </SectionCard>
  );
}

function Figures({ queue }: { queue: QueueFigures }) {
  const { state, reason, lastPollAt, lastEventAt, lastAlertAt, waiting, setAside, lostHubs } = queue;
  const figures: [string, ReactNode][] = [
    [texts.lastPoll, ageOf(lastPollAt)],
    [texts.lastEvent, ageOf(lastEventAt)],
    [texts.lastAlert, ageOf(lastAlertAt)],
    [texts.waiting, waiting ?? texts.unknown],
    [texts.setAside, setAside],
  ];
  return (
    <div className={classes.result}>
      <p className={classes.note}>
        {texts.words[state]} {reason && <code>{reason}</code>}
      </p>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={classes.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={classes.sub}>{texts.lostTitle}</h3>
      {lostHubs.length === 0 && <p className={classes.hint}>{texts.noLost}</p>}
      {lostHubs.length > 0 && (
        <ul className={classes.lost}>
          {lostHubs.map(({ hubId, since }) => (
            <li key={hubId}>
              {texts.lost(hubId)}, <Age at={since} prefix={texts.lostSince} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const ageOf = (at: string | null): ReactNode => (at === null ? texts.never : <Age at={at} />);
