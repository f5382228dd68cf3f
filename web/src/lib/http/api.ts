import { ApiError, createApiClient, type ApiClient } from '@trace/contract/kernel/client';
import { waitWords } from '@trace/contract/kernel/wait';
import { callHeaders } from '#lib/session/call-headers.ts';
import { keepEventPosition } from '#lib/stream/event-position.ts';
import { noteServerTime } from '#lib/stream/server-clock.ts';
import { requestReauthentication } from '#lib/session/reauthentication.ts';

const client = createApiClient({
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    // A status of 500 or more may come from a proxy that cannot reach the server.
    if (response.status < 500) {
      noteServerTime(response.headers.get('date'));
      keepEventPosition(response.headers);
    }
    return response;
  },
  headers: callHeaders,
});

/**
 * The only API client of the page. The browser's session cookie goes with every call. A call that needs
 * re-authentication opens the dialog and is then sent again (AUTH-17).
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

/** The same client for a page about to close. The browser still sends a call that starts now. */
export const leavingApi = createApiClient({
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  headers: callHeaders,
});

const UNREACHABLE = 'The portal cannot be reached. Check your connection and try again.';
const BROKEN = 'Something went wrong on our side. Please try again.';

/**
 * Returns the text for a failed call: the server's message for a refusal, with the waiting time of a temporary one, and
 * `otherwise` for a defect.
 */
export function failureWords(error: unknown, otherwise: string = BROKEN): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.status === 0) return UNREACHABLE;
  if (error.refusal === null || error.refusal.code === 'internal') return otherwise;
  const { message, retryAfterSec } = error.refusal;
  return retryAfterSec === undefined ? message : `${message} ${waitWords(retryAfterSec)}`;
}

/** Whether the server refused with this code; network trouble and defects are no refusals. */
export function isRefusal(error: unknown, code: NonNullable<ApiError['refusal']>['code']): error is ApiError {
  return error instanceof ApiError && error.refusal?.code === code;
}

/** No answer came, or only a proxy's word that there is none. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504));
}

/**
 * Returns true for network trouble, server faults and rate limits. None of these means that the user lacks permission.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
