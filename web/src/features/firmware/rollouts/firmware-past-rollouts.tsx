import { Age } from '#ui/data/age.tsx';
import { MoreButton } from '#ui/data/table/more-button.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { rolloutTexts as texts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { Rollout } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { useState } from 'react';
import { FirmwareRolloutDevices } from './firmware-rollout-devices.tsx';
import { isOver, rolloutColors, sumOf } from './firmware-rollout-state.ts';
import classes from './firmware-rollout.module.css';
import { rolloutsQuery, type DeviceFilter } from '../staff/firmware.staff.queries.ts';

/** The rollouts that have ended, newest first. Absent while there are none. */
export function FirmwarePastRollouts() {
  const query = useInfiniteQuery(rolloutsQuery);
  const [opened, setOpened] = useState<Rollout | null>(null);
  const [filter, setFilter] = useState<DeviceFilter | undefined>(undefined);
  const past = query.data?.pages.flatMap(({ rollouts }) => rollouts).filter(isOver) ?? [];
  if (past.length === 0) return null;
  const open = (rollout: Rollout) => {
    setFilter(undefined);
    setOpened(rollout);
  };
  return (
    <SectionCard title={texts.past} isFlush>
      <ul className={classes.past} aria-label={texts.past}>
        {past.map((rollout) => (
          <PastRow key={rollout.id} rollout={rollout} onOpen={() => open(rollout)} />
        ))}
      </ul>
      <MoreButton query={query} label={firmwareScreenTexts.more} fullWidth />
      {opened && (
        <FirmwareRolloutDevices rollout={opened} filter={filter} onFilter={setFilter} onClose={() => setOpened(null)} />
      )}
    </SectionCard>
  );
}

function PastRow({ rollout, onOpen }: { rollout: Rollout; onOpen: () => void }) {
  const { version, model, channel, state, rings, endedAt, startedAt } = rollout;
  return (
    <li className={classes.pastRow}>
      <span className={classes.pastWhat}>
        <strong>{version}</strong> <Badge color={rolloutColors[state]}>{texts.states[state]}</Badge>
        <span className={classes.dimmed}>
          {texts.model(model, firmwareScreenTexts.channels[channel].toLowerCase())}.{' '}
          <Age at={endedAt ?? startedAt} prefix={texts.ended} />
        </span>
      </span>
      <span className={classes.pastLine}>
        {texts.pastLine(sumOf(rings, 'done'), sumOf(rings, 'failed'), sumOf(rings, 'total'))}
      </span>
      <Button variant="subtle" size="compact-sm" aria-label={texts.showAllOf(version)} onClick={onOpen}>
        {texts.showAll}
      </Button>
    </li>
  );
}
