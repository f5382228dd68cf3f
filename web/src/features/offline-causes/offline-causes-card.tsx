import { failureWords } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { offlineCausesTexts as texts, type CauseReader } from '@trace/contract/offline-causes/offline-causes.texts';
import { useEffect, useRef } from 'react';
import { OfflineCausesList } from './offline-causes-list.tsx';
import classes from './offline-causes.module.css';
import { offlineCausesQuery } from './offline-causes.queries.ts';

interface OfflineCausesProps {
  serial: string;
  reader: CauseReader;
  isStaff?: boolean;
}

/** Why a device is offline, as a section of a page. */
export default function OfflineCausesCard(props: OfflineCausesProps) {
  const { data } = useQuery(offlineCausesQuery(props.serial, props.isStaff ?? false));
  return (
    <SectionCard title={texts.question(data?.status)} aside={texts.subtitle} isFlush>
      <Causes {...props} />
    </SectionCard>
  );
}

/** Why a device is offline, inside another card. */
export function OfflineCausesPart(props: OfflineCausesProps) {
  const part = useRef<HTMLElement>(null);
  const { data, isPending } = useQuery(offlineCausesQuery(props.serial, props.isStaff ?? false));
  const title = texts.question(data?.status);
  // The answer opens below its question, which can be the end of a scrolled list.
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest' });
  }, [isPending]);
  return (
    <section ref={part} aria-label={title} className={classes.part}>
      <h3 className={classes.partTitle}>{title}</h3>
      <p className={classes.partNote}>{texts.subtitle}</p>
      <Causes {...props} />
    </section>
  );
}

function Causes({ serial, reader, isStaff = false }: OfflineCausesProps) {
  const { data, error, refetch } = useQuery(offlineCausesQuery(serial, isStaff));
  if (data) return <OfflineCausesList explanation={data} reader={reader} />;
  if (error === null) return <LoadingText>{texts.checking}</LoadingText>;
  return (
    <EmptyState
      icon={IconPlugConnectedX}
      text={`${texts.failed} ${failureWords(error)}`}
      action={
        <Button variant="default" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      }
    />
  );
}
