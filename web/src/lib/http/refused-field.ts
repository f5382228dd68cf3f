import { ApiError } from '@trace/contract/kernel/client';

/** The field that a refusal names, in the body or the query of the call: 'claimCode' for `body.claimCode`. */
export function refusedField(error: unknown): string | null {
  const field = error instanceof ApiError ? error.refusal?.field : undefined;
  return field?.match(/^(?:body|query)\.(.+)$/)?.[1] ?? null;
}
