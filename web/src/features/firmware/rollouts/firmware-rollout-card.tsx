import { formatDay, formatTime } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Badge, Card, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { rolloutTexts as texts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { Rollout, RolloutDetails } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { useId, useState } from 'react';
import { FirmwareRolloutActions } from './firmware-rollout-actions.tsx';
import { FirmwareRolloutDevices } from './firmware-rollout-devices.tsx';
import { FirmwareRolloutReasons } from './firmware-rollout-reasons.tsx';
import { FirmwareRolloutRings } from './firmware-rollout-rings.tsx';
import { reassurances, rolloutColors } from './firmware-rollout-state.ts';
import classes from './firmware-rollout.module.css';
import { rolloutQuery, type DeviceFilter } from '../staff/firmware.staff.queries.ts';

/** A rollout that has not ended, with its actions, its rings, and the reasons of failed and waiting devices. */
export function FirmwareRolloutCard({ rollout }: { rollout: Rollout }) {
  const titleId = useId();
  const now = useNow('halfMinute');
  const { data } = useQuery(rolloutQuery(rollout.id));
  const [filter, setFilter] = useState<DeviceFilter | undefined>(undefined);
  const [isListOpen, list] = useDisclosure(false);
  const shown: RolloutDetails = data ?? { ...rollout, failures: [], waits: [] };
  const { version, model, channel, state, startedAt, startedBy } = shown;
  const open = (next?: DeviceFilter) => {
    setFilter(next);
    list.open();
  };
  return (
    <Card component="section" aria-labelledby={titleId} padding={0}>
      <div className={classes.head}>
        <div className={classes.what}>
          <Title order={2} id={titleId}>
            {texts.title(version)}
          </Title>
          <Badge color={rolloutColors[state]}>{texts.states[state]}</Badge>
          <span className={classes.dimmed}>
            {texts.model(model, firmwareScreenTexts.channels[channel].toLowerCase())}.{' '}
            {texts.started(dayAndTime(startedAt, now), startedBy)}
          </span>
        </div>
        <FirmwareRolloutActions rollout={shown} onShowDevices={() => open()} />
      </div>
      <Notice rollout={shown} />
      <FirmwareRolloutRings rollout={shown} />
      <FirmwareRolloutReasons rollout={shown} onShowFailed={() => open('failed')} />
      <p className={classes.settings}>{texts.settings(shown.settings)}</p>
      {isListOpen && (
        <FirmwareRolloutDevices rollout={shown} filter={filter} onFilter={setFilter} onClose={list.close} />
      )}
    </Card>
  );
}

/** Explains a halted or paused rollout, and the effect on its devices. */
function Notice({ rollout }: { rollout: RolloutDetails }) {
  const now = useNow('halfMinute');
  const { state, halt } = rollout;
  const isHalted = state === 'halted' && halt !== null;
  if (!isHalted && state !== 'paused') return null;
  return (
    <div className={classes.notice} data-tone={isHalted ? 'bad' : 'part'}>
      <OutcomeLine
        tone={isHalted ? 'bad' : 'part'}
        title={isHalted ? texts.halted(dayAndTime(halt.at, now), halt) : texts.paused}
      >
        {reassurances(rollout).join(' ')}
      </OutcomeLine>
    </div>
  );
}

const dayAndTime = (instant: string, now: number): string => `${formatDay(instant, now)}, ${formatTime(instant)}`;
