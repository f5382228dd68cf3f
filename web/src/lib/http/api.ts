import { ApiError, createApiClient, type ApiClient } from '@trace/contract/kernel/client';
import { activityHeaders } from '#lib/session/activity.ts';
import { keepEventPosition } from '#lib/stream/event-position.ts';
import { noteServerTime } from '#lib/stream/server-clock.ts';
import { requestReauthentication } from '#lib/session/reauthentication.ts';

const client = createApiClient({
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    // Beyond that it may be a proxy's word that there is no server.
    if (response.status < 500) {
      noteServerTime(response.headers.get('date'));
      keepEventPosition(response.headers);
    }
    return response;
  },
  headers: activityHeaders,
});

/**
 * The one client of the page. The browser's own session cookie goes with every call. One that needs a fresh proof asks
 * for it and is made again (AUTH-17).
 */
export const api: ApiClient = {
  call: async (endpoint, call, options) => {
    try {
      return await client.call(endpoint, call, options);
    } catch (error) {
      if (!isRefusal(error, 'proof_required') || !(await requestReauthentication())) throw error;
      return client.call(endpoint, call, options);
    }
  },
};

/** The same client for a page that is about to go: the browser still sends what it is told now. */
export const leavingApi = createApiClient({
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  headers: activityHeaders,
});

const UNREACHABLE = 'The portal cannot be reached. Check your connection and try again.';
const BROKEN = 'Something went wrong on our side. Please try again.';

/** What a person reads when a call failed: the server's own words for a refusal, `otherwise` for a defect. */
export function failureWords(error: unknown, otherwise: string = BROKEN): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.status === 0) return UNREACHABLE;
  if (error.refusal === null || error.refusal.code === 'internal') return otherwise;
  return error.refusal.message;
}

/** Whether the server refused with this code; network trouble and defects are no refusals. */
export function isRefusal(error: unknown, code: NonNullable<ApiError['refusal']>['code']): error is ApiError {
  return error instanceof ApiError && error.refusal?.code === code;
}

/** No answer came, or only a proxy's word that there is none. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504));
}

/** Trouble on the way or in the server, or too many calls: none of them says that this person may not. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
