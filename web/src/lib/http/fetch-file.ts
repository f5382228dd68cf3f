import { ApiError } from '@trace/contract/kernel/client';
import { isErrorAnswer } from '@trace/contract/kernel/errors';
import { callHeaders } from '#lib/session/call-headers.ts';

/**
 * Fetches a file unchanged, because the portal's client reads only JSON. An interrupted transfer fails. The call names
 * the shown account, like every other call of the page.
 */
export async function fetchFile(address: string, signal?: AbortSignal): Promise<Blob> {
  const response = await reach(fetch(address, { headers: callHeaders(), ...(signal && { signal }) }));
  if (response.ok) return reach(response.blob());
  const answer: unknown = await response.json().catch(() => null);
  throw new ApiError(response.status, isErrorAnswer(answer) ? answer.error : null);
}

const reach = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((cause: unknown) => {
    throw new ApiError(0, null, { cause });
  });
