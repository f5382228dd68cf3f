import { timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { CheckReadiness } from '#platform/health/readiness';
import { readOpenFileLimit } from '#platform/sockets/open-files';
import { Refusal } from '#platform/refusal/refusal';
import { addressOf } from '../requests/caller-address.ts';
import { DOCTOR_HEADER, DOCTOR_PATH, proofFor, type DoctorAnswer, type DoctorKey } from './doctor-proof.ts';
import type { EdgeTools } from '../edge-tools.ts';
import { fileRoute, hiddenRoute } from '../route-policies.ts';

export interface OperatorParts {
  readonly readiness: CheckReadiness;
  readonly metrics: Registry;
  readonly doctorKey: DoctorKey;
}

/**
 * `/healthz`: the process lives. `/readyz`: this process can serve (decision 039). `/metrics`: for loopback or a caller
 * with the token. `/healthz/doctor`: for `npm run doctor`, which proves that it has the secret key.
 */
export function addOperatorEdge(server: FastifyInstance, edge: EdgeTools, parts: OperatorParts): void {
  server.get('/healthz', hiddenRoute('anybody'), async () => ({ status: 'ok' }));

  server.get('/readyz', hiddenRoute('anybody'), async (_request, reply) => {
    const { isReady, states } = await parts.readiness();
    return reply.code(isReady ? 200 : 503).send(states);
  });

  server.get(DOCTOR_PATH, hiddenRoute('operator'), async (request): Promise<DoctorAnswer> => {
    const proof = proofFor(parts.doctorKey, request.headers[DOCTOR_HEADER]);
    if (proof === null) throw new Refusal('unauthenticated', 'Only the operator can do this.');
    const forwarded = request.headers['x-forwarded-for'];
    const forwardedFor = forwarded === undefined ? null : String(forwarded);
    return { proof, address: addressOf(request), forwardedFor, openFileLimit: readOpenFileLimit() };
  });

  server.get('/metrics', hiddenRoute('operator'), async (request, reply) => {
    if (!edge.isOperator(request)) throw new Refusal('unauthenticated', 'Only the operator can do this.');
    return reply.type(parts.metrics.contentType).send(await parts.metrics.metrics());
  });
}

/** Serves one big file in the ranges that map libraries request. */
export function addRangedFile(server: FastifyInstance, path: string, file: string): void {
  server.get(path, fileRoute, async (request, reply) => {
    const { size } = await stat(file);
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    void reply.header('accept-ranges', 'bytes').header('cache-control', 'no-cache').type('application/octet-stream');
    if (range === null) return reply.send(createReadStream(file));
    const start = Number(range[1]);
    const end = Math.min(range[2] === '' ? size - 1 : Number(range[2]), size - 1);
    if (start > end) return reply.code(416).header('content-range', `bytes */${size}`).send();
    return reply
      .code(206)
      .header('content-range', `bytes ${start}-${end}/${size}`)
      .send(createReadStream(file, { start, end }));
  });
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * The operator calls from this machine, or has the token. Behind a proxy every caller appears to be on this machine, so
 * the address counts only without a proxy.
 */
export function isOperator(
  request: { address: string; authorization: string | undefined; isForwarded: boolean },
  token: string | null,
  isBehindProxy: boolean,
): boolean {
  if (!isBehindProxy && !request.isForwarded && loopback.has(request.address)) return true;
  if (token === null || request.authorization === undefined) return false;
  const given = Buffer.from(request.authorization);
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
