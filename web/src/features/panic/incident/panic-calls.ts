import { api } from '#lib/http/api.ts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import {
  closeIncident,
  listSteps,
  noteIncident,
  readIncident,
  releaseIncident,
  seeIncident,
  takeIncident,
} from '@trace/contract/panic/panic.api';
import {
  closeByLink,
  listStepsByLink,
  noteByLink,
  readByLink,
  releaseByLink,
  seeByLink,
  takeByLink,
} from '@trace/contract/panic/panic.link.api';
import type { choosableOutcomes } from '@trace/contract/panic/panic.rules';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import type { TimelinePage } from '@trace/contract/panic/panic.steps.schema';
import {
  closeStaffIncident,
  listStaffSteps,
  noteStaffIncident,
  readStaffIncident,
  releaseStaffIncident,
  seeStaffIncident,
  takeStaffIncident,
} from '@trace/contract/panic/staff/panic.staff.api';

/** An answer that is asked for again before it is sent. */
export type Answer = 'safe' | 'close' | 'release';

export type ChosenOutcome = (typeof choosableOutcomes)[number];

export interface Closing {
  outcome: ChosenOutcome;
  note?: string | undefined;
}

/** The calls by which a person reads and answers an incident: signed in, as staff, or by the link of a message. */
export interface IncidentCalls {
  /** Identifies the incident in the cache, which stays in memory. */
  readonly key: string;
  /** No stream reaches this page, so it reads the incident at this interval. Null: the stream announces changes. */
  readonly everyMs: number | null;
  readonly read: (signal: AbortSignal) => Promise<IncidentDetails>;
  /** Earlier lines of the timeline. */
  readonly steps: (after: string) => Promise<TimelinePage>;
  readonly see: () => Promise<unknown>;
  readonly take: () => Promise<IncidentDetails>;
  readonly release: () => Promise<IncidentDetails>;
  readonly close: (closing: Closing) => Promise<IncidentDetails>;
  readonly note: (text: string) => Promise<IncidentDetails>;
}

const LINK_POLL_MS = 3 * SECOND_MS;

export function accountCalls(id: string): IncidentCalls {
  const params = { id };
  return {
    key: id,
    everyMs: null,
    read: (signal) => api.call(readIncident, { params }, { signal }),
    steps: (after) => api.call(listSteps, { params, query: { after } }),
    see: () => api.call(seeIncident, { params }),
    take: () => api.call(takeIncident, { params }),
    release: () => api.call(releaseIncident, { params }),
    close: (body) => api.call(closeIncident, { params, body }),
    note: (text) => api.call(noteIncident, { params, body: { text } }),
  };
}

export function staffCalls(id: string): IncidentCalls {
  const params = { id };
  return {
    key: `staff ${id}`,
    everyMs: null,
    read: (signal) => api.call(readStaffIncident, { params }, { signal }),
    steps: (after) => api.call(listStaffSteps, { params, query: { after } }),
    see: () => api.call(seeStaffIncident, { params }),
    take: () => api.call(takeStaffIncident, { params }),
    release: () => api.call(releaseStaffIncident, { params }),
    close: (body) => api.call(closeStaffIncident, { params, body }),
    note: (text) => api.call(noteStaffIncident, { params, body: { text } }),
  };
}

export function linkCalls(token: string): IncidentCalls {
  return {
    key: `link ${token}`,
    everyMs: LINK_POLL_MS,
    read: (signal) => api.call(readByLink, { body: { token } }, { signal }),
    steps: (after) => api.call(listStepsByLink, { body: { token, after } }),
    see: () => api.call(seeByLink, { body: { token } }),
    take: () => api.call(takeByLink, { body: { token } }),
    release: () => api.call(releaseByLink, { body: { token } }),
    close: (closing) => api.call(closeByLink, { body: { token, ...closing } }),
    note: (text) => api.call(noteByLink, { body: { token, text } }),
  };
}
