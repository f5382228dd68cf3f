import { z } from 'zod';
import type { RefusalCode } from './errors.ts';

/**
 * Callers that may call an endpoint at all. The feature's policy decides what a user may do to a resource. `operator`
 * is loopback or the metrics token. `anybody` needs no session.
 */
export type Who = 'anybody' | 'signed-in' | 'users' | 'installers' | 'staff' | 'operator';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The answer of an endpoint that only acts. */
export const doneAnswer = z.strictObject({ done: z.literal(true) });
export const done: z.infer<typeof doneAnswer> = { done: true };

/** The call rate limit per user, or per address without a session. */
export interface CallLimit {
  calls: number;
  windowSec: number;
}

/** The answer of an endpoint with `download`. */
export interface FileContent {
  content: Uint8Array;
  mediaType: string;
}

/** The same for a file that is streamed while being generated. The content must not be cached. */
export interface FileStream {
  chunks: AsyncIterable<string>;
  mediaType: string;
}

export interface EndpointDescription<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  /** `feature.verb`, unique; the operation id of the OpenAPI document. */
  name: string;
  method: Method;
  /** With `{parameters}` in braces, e.g. `/api/devices/{serial}`. */
  path: string;
  who: Who;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body is one unchanged file (`application/octet-stream`) of at most this size, not JSON. */
  upload?: { maxBytes: number };
  /**
   * The caller is another server, identified only by its signature in this header, without a session. The endpoint
   * receives the body as the exact signed bytes, at most this many.
   */
  signed?: { header: string; maxBytes: number };
  /**
   * A 2xx answer is a file of one of these types, not JSON. `isStreamed`: sent while being generated (`FileStream`).
   * `isImmutable`: the address changes with the content, so the reader's browser keeps the file.
   */
  download?: { mediaTypes: readonly string[]; isStreamed?: true; isImmutable?: true };
  /** SUPP-04: of the staff, only those with the admin flag. */
  staffAdmin?: true;
  /**
   * Each read of an endpoint for staff is recorded in the audit log before the answer (SUPL-06). This says that the
   * answer shows no data of a person, and the read is not recorded.
   */
  holdsNoPersonalData?: true;
  /** AUTH-17: needs a sign-in or a proof not older than `STEP_UP_MS`; else refused with `proof_required`. */
  freshProof?: true;
  /** The schema of a 2xx answer. Undeclared fields never leave the server. */
  answer: Answer;
  /**
   * Refusals in addition to the refusals that every endpoint of its kind may give (invalid input, signed out, too many
   * requests).
   */
  refusals: readonly RefusalCode[];
  limit?: CallLimit;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- stands for any schema in `any endpoint`
export type AnyEndpoint = EndpointDescription<any, any, any, any>;

export type ParamsOf<E extends AnyEndpoint> =
  E extends EndpointDescription<infer P, infer _Q, infer _B, infer _A> ? z.infer<P> : never;
export type QueryOf<E extends AnyEndpoint> =
  E extends EndpointDescription<infer _P, infer Q, infer _B, infer _A> ? z.infer<Q> : never;
export type BodyOf<E extends AnyEndpoint> =
  E extends EndpointDescription<infer _P, infer _Q, infer B, infer _A> ? z.infer<B> : never;
export type AnswerOf<E extends AnyEndpoint> =
  E extends EndpointDescription<infer _P, infer _Q, infer _B, infer A> ? z.infer<A> : never;

/**
 * Describes an endpoint. The server's binding, the typed client, the OpenAPI document and the access test read this
 * description.
 */
export function endpoint<
  Answer extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(description: EndpointDescription<Params, Query, Body, Answer>): EndpointDescription<Params, Query, Body, Answer> {
  return description;
}
