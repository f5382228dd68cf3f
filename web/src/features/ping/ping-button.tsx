import { formatExact, formatTime } from '#lib/format.ts';
import { NeedsNetwork } from '#ui/needs-network.tsx';
import { Button } from '@mantine/core';
import { IconRadar2, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@trace/contract/devices/devices.schema';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import classes from './ping-button.module.css';
import type { PingActions } from './ping-actions.ts';
import { pingsQuery } from './ping.queries.ts';

/** The one action of the dashboard; while the device sleeps, what is waited for and the way out (PING-09). */
export function PingButton({ device, actions }: { device: Device; actions: PingActions }) {
  const { data } = useQuery(pingsQuery(device.serialNumber));
  const isAsking = actions.asking.has(device.serialNumber);
  if (data?.waiting?.outcome === 'waiting') {
    const { waiting } = data;
    return (
      <WaitingPing
        waiting={waiting}
        isCancelling={actions.isCancelling}
        onCancel={() => actions.cancel(device.serialNumber, waiting.id)}
      />
    );
  }
  return (
    <NeedsNetwork>
      {(button) => (
        <Button
          fullWidth
          leftSection={<IconRadar2 size={17} stroke={1.8} />}
          loading={isAsking}
          aria-label={isAsking ? pingTexts.asking(device.name) : pingTexts.button(device.name)}
          onClick={() => actions.ping(device)}
          {...button}
        >
          <span className={classes.label}>{pingTexts.button(device.name)}</span>
        </Button>
      )}
    </NeedsNetwork>
  );
}

interface WaitingPingProps {
  waiting: Extract<PingOutcome, { outcome: 'waiting' }>;
  isCancelling: boolean;
  onCancel: () => void;
}

function WaitingPing({ waiting, isCancelling, onCancel }: WaitingPingProps) {
  return (
    <div className={classes.waiting} role="status">
      <p className={classes.title}>{pingTexts.waiting}</p>
      <p className={classes.when}>
        {pingTexts.wakeExpected}{' '}
        <time dateTime={waiting.expectedAt} title={formatExact(waiting.expectedAt)}>
          {formatTime(waiting.expectedAt)}
        </time>
        . {pingTexts.waitEnds}{' '}
        <time dateTime={waiting.endsAt} title={formatExact(waiting.endsAt)}>
          {formatTime(waiting.endsAt)}
        </time>
        .
      </p>
      <NeedsNetwork>
        {(button) => (
          <Button
            variant="default"
            fullWidth
            leftSection={<IconX size={16} stroke={1.8} />}
            loading={isCancelling}
            onClick={onCancel}
            {...button}
          >
            {pingTexts.cancel}
          </Button>
        )}
      </NeedsNetwork>
    </div>
  );
}
