import { useFocusAfter } from '#ui/dialogs/focus-after.ts';
import type { PingWait } from '@trace/contract/ping/ping.schema';
import type { ReactNode } from 'react';
import type { PingArea } from '../ping-toasts.ts';
import classes from './ping-wait-place.module.css';
import { PingWaitNote } from './ping-wait.tsx';

interface PingWaitPlaceProps {
  wait: PingWait | undefined;
  area: PingArea;
  /** The actions of a row. The action that sends the ping calls `notePress`. */
  children: (notePress: () => void) => ReactNode;
}

/** Shows the pending ping below the actions of a row (PING-09). The actions keep their position under the pointer. */
export function PingWaitPlace({ wait, area, children }: PingWaitPlaceProps) {
  const { ref, notePress } = useFocusAfter<HTMLDivElement>(wait !== undefined);
  return (
    <div ref={ref} tabIndex={-1} className={classes.place}>
      {children(notePress)}
      {wait && <PingWaitNote wait={wait} area={area} onPress={notePress} />}
    </div>
  );
}
