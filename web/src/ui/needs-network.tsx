import { useOffline } from '#lib/offline.ts';
import { useId, type ReactNode } from 'react';
import classes from './needs-network.module.css';

interface NeedsNetworkProps {
  /** Draws the button with these upon it. */
  children: (button: { disabled?: true; 'aria-describedby'?: string; title?: string }) => ReactNode;
  /** In a row of small buttons there is no room for words: they stand in the title alone. */
  isTight?: boolean;
}

const REASON = 'You are offline. This needs the network.';

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
