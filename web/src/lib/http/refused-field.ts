import { ApiError } from '@trace/contract/kernel/client';

/** The part of the body that a refusal names: 'claimCode' for `body.claimCode`. */
export function refusedBodyField(error: unknown): string | null {
  const field = error instanceof ApiError ? error.refusal?.field : undefined;
  return field?.startsWith('body.') ? field.slice('body.'.length) : null;
}
