import { paths } from '#lib/paths.ts';
import { Age } from '#ui/data/age.tsx';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button, Select } from '@mantine/core';
import { IconStopwatch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Drill } from '@trace/contract/panic/drills/panic.drills.api';
import { drillTexts as texts } from '@trace/contract/panic/drills/panic.drills.texts';
import { useState } from 'react';
import classes from './panic-drills-card.module.css';
import { drillsQuery, useStartDrill } from './panic.drills.queries.ts';

interface DrillDevice {
  readonly serialNumber: string;
  readonly name: string;
}

/**
 * Starts drills of the user's chain and shows their measured seconds (PANIC-08). `devices` is null until they are
 * loaded.
 */
export function PanicDrillsCard({ devices }: { devices: readonly DrillDevice[] | null }) {
  const { data, isError, refetch } = useQuery(drillsQuery);
  const start = useStartDrill();
  const once = useSinglePress(start.isPending);
  const [chosen, setChosen] = useState<string | null>(null);
  const serialNumber = chosen ?? devices?.[0]?.serialNumber ?? null;
  const hasNoDevice = devices?.length === 0;
  const again = <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>;
  return (
    <SectionCard title={texts.title} isFlush>
      <p className={classes.lead}>{texts.lead}</p>
      {!hasNoDevice && (
        <div className={classes.form}>
          <Select
            label={texts.device}
            data={devices?.map((device) => ({ value: device.serialNumber, label: device.name })) ?? []}
            value={serialNumber}
            onChange={setChosen}
            allowDeselect={false}
          />
          <Button
            disabled={serialNumber === null}
            loading={start.isPending}
            onClick={() => serialNumber !== null && once(() => start.mutate(serialNumber))}
          >
            {texts.start}
          </Button>
        </div>
      )}
      {!data && !isError && <LoadingText>{texts.loading}</LoadingText>}
      {!data && isError && <EmptyState icon={IconStopwatch} text={texts.loadFailed} action={again} />}
      {data?.length === 0 && <EmptyState icon={IconStopwatch} text={hasNoDevice ? texts.noneToTest : texts.empty} />}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.list} aria-label={texts.title}>
          {data.map((drill) => (
            <DrillRow key={drill.id} drill={drill} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function DrillRow({ drill }: { drill: Drill }) {
  const { incidentId, isMonthly, startedAt, seenAfterMs, problems } = drill;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <strong>{isMonthly ? texts.monthly : texts.byHand}</strong>{' '}
        <span className={classes.hint}>
          <Age at={startedAt} /> · {texts.from(drill)}
        </span>
        <div className={classes.times}>
          {texts.sent(drill)} · {texts.seen(seenAfterMs)}
        </div>
      </div>
      {problems > 0 && <Badge color="orange">{texts.problems(problems)}</Badge>}
      <Link to={paths.userIncident} params={{ id: incidentId }} className={classes.open}>
        {texts.open}
      </Link>
    </li>
  );
}
