import type { z } from 'zod';
import type { RefusalCode } from './errors.ts';

/**
 * Who may call at all; what a person may do to a thing is decided by the feature's policy.
 * `operator` is loopback or the metrics token; `anybody` needs no session.
 */
export type Who = 'anybody' | 'signed-in' | 'users' | 'installers' | 'staff' | 'operator';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How often one person (or one address, when nobody is signed in) may call. */
export interface CallLimit {
  calls: number;
  perSec: number;
}

/** What an endpoint with `download` answers. */
export interface FileContent {
  content: Uint8Array;
  mediaType: string;
}

/** The same for a file that is sent while it is made. It may be kept nowhere. */
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
  /** The body is one file as it is (`application/octet-stream`), at most this big, and no JSON. */
  upload?: { maxBytes: number };
  /**
   * Another server calls, known by its signature alone: it has no session, and the body is handed on as the bytes that
   * the signature in this header is over, at most this many.
   */
  signed?: { header: string; maxBytes: number };
  /** A 2xx answers a file of one of these types, and no JSON; `isStreamed`: while it is made (`FileStream`). */
  download?: { mediaTypes: readonly string[]; isStreamed?: true };
  /** AUTH-17: needs a sign-in or a proof not older than `stepUpMs`; else refused with `proof_required`. */
  freshProof?: true;
  /** What a 2xx answers; undeclared fields never leave the server. */
  answer: Answer;
  /** Refusals beyond those that every endpoint of its kind may give (invalid input, signed out, too many requests). */
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

/** Describes one endpoint; the server's binding, the typed client, the OpenAPI document and the access test read it. */
export function endpoint<
  Answer extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(description: EndpointDescription<Params, Query, Body, Answer>): EndpointDescription<Params, Query, Body, Answer> {
  return description;
}
