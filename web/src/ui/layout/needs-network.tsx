import { useOffline } from '#lib/offline/offline.ts';
import { useId, type ReactNode } from 'react';
import classes from './needs-network.module.css';

/** What a button without a network has upon it. */
export interface NetworkProps {
  disabled?: true;
  'aria-describedby'?: string;
  title?: string;
}

interface NeedsNetworkProps {
  /** Draws the button, or several that stand together, with these upon each. */
  children: (button: NetworkProps) => ReactNode;
  /** In a row of small buttons there is no room for words: they stand in the title alone. */
  isTight?: boolean;
}

const REASON = 'You are offline. Reconnect to do this.';

/** An action that the server does: off while it cannot be reached, and the reason with it (PWA-01). */
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
