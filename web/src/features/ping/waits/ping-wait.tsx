import { formatExact } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PingWait } from '@trace/contract/ping/ping.schema';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import classes from './ping-wait.module.css';
import type { PingArea } from '../ping-toasts.ts';
import { cancelWait } from './ping-pending.ts';
import { pingWaitsQuery } from './ping.waits.queries.ts';
import { formatMoment } from '#lib/moment-format.ts';

interface PingWaitNoteProps {
  wait: PingWait;
  area: PingArea;
  /** Called before any change. */
  onPress: () => void;
}

/** Shows the pending ping, the time of its expiry and a button to cancel (PING-09). */
export function PingWaitNote({ wait, area, onPress }: PingWaitNoteProps) {
  const queryClient = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => cancelWait(queryClient, wait, area),
    onMutate: onPress,
    onError: () => void queryClient.invalidateQueries({ queryKey: pingWaitsQuery.queryKey }),
  });
  const isAsleep = wait.expectedAt !== wait.endsAt;
  return (
    <div className={classes.wait} role="status">
      <div>
        <p className={classes.title}>{isAsleep ? pingTexts.waiting : pingTexts.waitingForReturn}</p>
        <p className={classes.when}>
          {isAsleep && (
            <>
              {pingTexts.wakeExpected} <WaitTime at={wait.expectedAt} />.{' '}
            </>
          )}
          {pingTexts.waitEnds} <WaitTime at={wait.endsAt} />.
        </p>
      </div>
      <NeedsNetwork>
        {(button) => (
          <Button
            variant="default"
            leftSection={<IconX size={16} stroke={1.8} />}
            loading={cancelling.isPending}
            aria-label={pingTexts.cancelOf(wait.deviceName)}
            onClick={() => cancelling.mutate()}
            {...button}
          >
            {pingTexts.cancel}
          </Button>
        )}
      </NeedsNetwork>
    </div>
  );
}

function WaitTime({ at }: { at: string }) {
  const nowMs = useNow('halfMinute');
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatMoment(at, nowMs)}
    </time>
  );
}
