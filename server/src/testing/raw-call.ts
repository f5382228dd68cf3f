import { errorSchema, type ErrorAnswer } from '@trace/contract/kernel/errors';
import type { Portal, SignedIn } from './portal.ts';

export interface RawCall {
  method?: string;
  path: string;
  person?: SignedIn;
  /** Text and bytes are sent unchanged. An object is sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

/** Makes a call with any input that a stranger may send. Every refusal must have the error shape. */
export async function rawCall(
  portal: Portal,
  { method = 'GET', path, person, body, headers = {} }: RawCall,
): Promise<RawAnswer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(portal.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(person ? { cookie: person.cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const answer = { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
  if (!response.ok && path !== '/readyz') refusalIn(answer);
  return answer;
}

/** Returns the refusal of an answer. Fails when the answer has another shape. */
export const refusalIn = (answer: RawAnswer): ErrorAnswer['error'] => errorSchema.parse(answer.json).error;
