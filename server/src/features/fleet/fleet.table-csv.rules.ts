import { csvCell } from '@trace/contract/fleet/fleet.table.rules';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { deviceTableTexts, exportColumns } from '@trace/contract/fleet/fleet.table.texts';
import { networkLabel, statusLabel } from '@trace/contract/device-status/device-status.texts';

type ExportedRow = Omit<TableRow, 'relation' | 'mayManage'>;

/** Without the byte order mark, spreadsheets read the file in a legacy character set. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns a CSV file for spreadsheets (RFC 4180). The cells hold the values that the table shows. */
export function csvOf(rows: readonly ExportedRow[]): Uint8Array {
  const lines = [exportColumns, ...rows.map(cellsOf)].map((cells) => cells.map(csvCell).join(','));
  return Buffer.from(`${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`);
}

const cellsOf = (row: ExportedRow): string[] => [
  row.serialNumber,
  row.name,
  row.hubId ?? '',
  statusLabel[row.status.status],
  networkLabel[row.status.network],
  deviceTableTexts.users[row.assignment],
  row.user?.name ?? '',
  row.user?.email ?? '',
  row.companyName ?? '',
  row.installerName ?? '',
  row.dateRegistered,
  row.status.lastSeen ?? '',
  row.errorLogs.join('; '),
];
