import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { useCallback, useState } from 'react';

export type DevicesDialogName =
  | 'access'
  | 'control'
  | 'assign'
  | 'end'
  | 'give-back'
  | 'firmware'
  | 'claim'
  | 'reconfigure'
  | 'rename'
  | 'replace'
  | 'remove'
  | 'support';

export type Ask = (question: DevicesDialogName, device: TableRow) => void;

interface Asked {
  question: DevicesDialogName;
  device: TableRow;
}

/** Which dialog about which device is open. */
export function useDevicesDialogs() {
  const [asked, setAsked] = useState<Asked | null>(null);
  // The same function at each render, so that the rows do not render with the page.
  const ask = useCallback<Ask>((question, device) => setAsked({ question, device }), []);
  return { asked, ask, close: () => setAsked(null) };
}
