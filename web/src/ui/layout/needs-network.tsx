import { useOffline } from '#lib/offline/offline.ts';
import { useId, type ReactNode } from 'react';
import classes from './needs-network.module.css';

/** The props that a button gets while offline. */
export interface NetworkProps {
  disabled?: true;
  'aria-describedby'?: string;
  title?: string;
}

interface NeedsNetworkProps {
  /** Draws the button, or several that stand together, with these upon each. */
  children: (button: NetworkProps) => ReactNode;
  /** A row of small buttons has no room for visible text, so the reason is in the title and for screen readers. */
  isTight?: boolean;
}

const REASON = 'You are offline. Reconnect to do this.';

/** Wraps an action that needs the server. While offline, the action is disabled and shows the reason (PWA-01). */
export function NeedsNetwork({ children, isTight = false }: NeedsNetworkProps) {
  const isOffline = useOffline() !== null;
  const reasonId = useId();
  if (!isOffline) return children({});
  return (
    <>
      {children({ disabled: true, 'aria-describedby': reasonId, title: REASON })}
      <span id={reasonId} className={isTight ? classes.heard : classes.reason}>
        {REASON}
      </span>
    </>
  );
}
