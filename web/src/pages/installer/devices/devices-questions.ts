import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { useState } from 'react';

export type DevicesDialogName =
  | 'access'
  | 'control'
  | 'assign'
  | 'end'
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
  const ask: Ask = (question, device) => setAsked({ question, device });
  return { asked, ask, close: () => setAsked(null) };
}
