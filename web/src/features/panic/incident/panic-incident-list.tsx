import { Age } from '#ui/data/age.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Incident } from '@trace/contract/panic/panic.schema';
import { panicPagesTexts } from '@trace/contract/panic/panic.pages.texts';
import {
  headlineOf,
  originWords,
  outcomeWords,
  panicKindWords,
  panicScreenTexts as texts,
} from '@trace/contract/panic/panic.screen.texts';
import classes from './panic-incident-list.module.css';
import { activeIncidentsQuery, pastIncidentsQuery, type PanicAudience } from '../panic.queries.ts';
import { usePanicStream } from '../panic.stream.ts';

interface PanicIncidentListProps {
  audience: PanicAudience;
  /** The address of an incident, with `$id`. */
  to: NonNullable<LinkProps['to']>;
}

/** The active and the past incidents, newest first (PANIC-03, PANIC-04). */
export function PanicIncidentList({ audience, to }: PanicIncidentListProps) {
  usePanicStream();
  const active = useQuery(activeIncidentsQuery(audience));
  const past = useInfiniteQuery(pastIncidentsQuery(audience));
  const closed = past.data?.pages.flatMap(({ incidents }) => incidents) ?? [];
  const shared = { icon: IconAlertTriangle, loading: panicPagesTexts.loading, more: texts.more, failed };
  return (
    <div className={classes.cards} data-wide={audience === 'staff' || undefined}>
      <SectionCard title={texts.active} isFlush>
        <PagedList
          {...shared}
          query={{ ...active, ...onePage }}
          count={active.data?.length ?? 0}
          empty={texts.emptyActive}
        >
          <Rows incidents={active.data ?? []} to={to} label={texts.active} />
        </PagedList>
      </SectionCard>
      <SectionCard title={texts.past} isFlush>
        <PagedList {...shared} query={past} count={closed.length} empty={texts.emptyPast}>
          <Rows incidents={closed} to={to} label={texts.past} />
        </PagedList>
      </SectionCard>
    </div>
  );
}

const failed = (reason: string): string => `${texts.loadFailed} ${reason}`;

const onePage = {
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: () => Promise.resolve({ isFetchNextPageError: false, error: null }),
};

interface RowsProps extends Pick<PanicIncidentListProps, 'to'> {
  incidents: readonly Incident[];
  label: string;
}

function Rows({ incidents, to, label }: RowsProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {incidents.map((incident) => (
        <li key={incident.id}>
          <Link to={to} params={{ id: incident.id }} className={classes.row}>
            <span className={classes.words}>
              <span className={classes.headline} dir="auto">
                {headlineOf(incident)}
              </span>
              <span className={classes.facts}>
                <bdi>{placeOf(incident)}</bdi>
                <Age at={incident.openedAt} />
              </span>
            </span>
            <span className={classes.badges}>
              {incident.isTest && <Badge color="gray">{texts.test}</Badge>}
              <StateBadge incident={incident} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function placeOf(incident: Incident): string {
  const devices = incident.devices.map(({ name }) => name).join(', ');
  return [devices, originWords(incident)].filter(Boolean).join(', ') || panicKindWords[incident.kind];
}

function StateBadge({ incident: { taken, closed } }: { incident: Incident }) {
  if (closed) return <Badge color="gray">{outcomeWords[closed.outcome]}</Badge>;
  if (taken) return <Badge>{taken.isYou ? texts.takenByYou : texts.takenBy(taken.name)}</Badge>;
  return <Badge color="red">{texts.untaken}</Badge>;
}
