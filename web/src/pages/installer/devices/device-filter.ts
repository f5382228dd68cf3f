import { sortDirections, TABLE_SEARCH_MAX_LENGTH, tableSorts } from '@trace/contract/fleet/fleet.table.rules';
import { assignmentStates } from '@trace/contract/fleet/fleet.table.rules';
import type { TableFilter } from '@trace/contract/fleet/fleet.table.schema';
import { deviceStatuses, networkLabels } from '@trace/contract/device-status/device-status.rules';

/** The search parameters of the device table. */
export interface DeviceSearch {
  tab?: 'overview';
  q?: string;
  status?: TableFilter['status'];
  network?: TableFilter['network'];
  assigned?: TableFilter['assigned'];
  sort?: TableFilter['sort'];
  direction?: TableFilter['direction'];
  /** The cursor at which the page begins (`after`) or ends (`before`), and the page number shown to the user. */
  after?: string;
  before?: string;
  page?: number;
}

const LONGEST_PLACE = 600;

/** Reads the table parameters from an address, which a user may have typed. */
export function readDeviceFilter(search: Record<string, unknown>): DeviceSearch {
  const known = {
    tab: search['tab'] === 'overview' ? search['tab'] : undefined,
    q: readText(search['q'], TABLE_SEARCH_MAX_LENGTH),
    status: deviceStatuses.find((each) => each === search['status']),
    network: networkLabels.find((each) => each === search['network']),
    assigned: assignmentStates.find((each) => each === search['assigned']),
    sort: tableSorts.find((each) => each === search['sort']),
    direction: sortDirections.find((each) => each === search['direction']),
    after: readText(search['after'], LONGEST_PLACE),
    before: readText(search['before'], LONGEST_PLACE),
    page:
      typeof search['page'] === 'number' && Number.isInteger(search['page']) && search['page'] > 1
        ? search['page']
        : undefined,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

const readText = (value: unknown, mostLength: number): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && `${value}` !== ''
    ? `${value}`.slice(0, mostLength)
    : undefined;

/** Returns the filter sent to the server. A changed filter starts at its first page. */
export function filterOf({ q, status, network, assigned, sort, direction }: DeviceSearch): Partial<TableFilter> {
  const asked = { search: q, status, network, assigned, sort, direction };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** Returns whether a filter is set, so that an empty table says that no device matches. */
export const isNarrowed = ({ q, status, network, assigned }: DeviceSearch): boolean =>
  [q, status, network, assigned].some((value) => value !== undefined);
