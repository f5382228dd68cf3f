import { z } from 'zod';

/** All refusals of the HTTP API: code and status. */
export const refusalStatus = {
  invalid_input: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  /** The password is correct, but the email address of that sign-up is not confirmed yet. */
  unconfirmed: 403,
  premium_required: 402,
  /** The sign-in is too old for this request: re-authenticate, then repeat the request. */
  proof_required: 403,
  forbidden: 403,
  grant_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  locked: 423,
  too_many_requests: 429,
  daily_ping_limit: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/**
 * The single format of every answer that is not 2xx. `field` is a path such as `body.email`. `message` can be shown to
 * users.
 */
export const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(refusalStatus) as [RefusalCode, ...RefusalCode[]]),
    message: z.string(),
    field: z.string().optional(),
    retryAfterSec: z.int().nonnegative().optional(),
    requestId: z.string(),
  }),
});

export type ErrorAnswer = z.infer<typeof errorSchema>;

/** Checks by hand, because a browser has no schemas at its start. A proxy may answer with a page of its own. */
export function isErrorAnswer(value: unknown): value is ErrorAnswer {
  const { code, message } = (value as Partial<ErrorAnswer> | null)?.error ?? {};
  return code !== undefined && Object.hasOwn(refusalStatus, code) && typeof message === 'string';
}
