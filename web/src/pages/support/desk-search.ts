import { deviceStatuses } from '@trace/contract/device-status/device-status.rules';
import { assignmentStates } from '@trace/contract/fleet/fleet.table.rules';
import { SEARCH_MAX_LENGTH } from '@trace/contract/support-desk/support-desk.rules';

/** The search and the filters of a list, kept in its address. */
export interface DeskSearch {
  /** Up to SEARCH_MAX_LENGTH characters. A page whose list accepts fewer cuts the search. */
  q?: string;
  status?: (typeof deviceStatuses)[number];
  assigned?: (typeof assignmentStates)[number];
  silent?: 'yes';
  /** The id of a company. */
  company?: string;
  show?: 'devices' | 'waiting';
  /** The page checks the type. An import of the known types here would add a script to every page. */
  type?: string;
}

/** Reads the parameters from an address, which a person may have typed. */
export function readDeskSearch(search: Record<string, unknown>): DeskSearch {
  const { q, silent, company, show, type } = search;
  const known = {
    q:
      (typeof q === 'string' || typeof q === 'number') && `${q}` !== ''
        ? `${q}`.slice(0, SEARCH_MAX_LENGTH)
        : undefined,
    status: deviceStatuses.find((each) => each === search['status']),
    assigned: assignmentStates.find((each) => each === search['assigned']),
    silent: silent === 'yes' ? silent : undefined,
    company: typeof company === 'string' && /^[\da-f-]{36}$/u.test(company) ? company : undefined,
    type: typeof type === 'string' ? type : undefined,
    show: show === 'devices' || show === 'waiting' ? show : undefined,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
