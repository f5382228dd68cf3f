import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refusalStatus } from '@trace/contract/kernel/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/refusal/refusal';
import { failureOf } from '../answers/failure.ts';

const NOT_HTTP = 'The request is not valid.';

/** An address that cannot be read or is too long: the router gives up before any of our hooks runs. */
export function answerUnroutable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, answer } = failureOf(
    new Refusal('invalid_input', 'The address is not valid.', { field: 'path' }),
    request.id,
  );
  void reply
    .code(status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer));
}

/** Bytes that are no HTTP, headers without end, a request that takes too long: there is no request to answer to yet. */
export function answerNotHttp(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'invalid_input';
  const { answer } = failureOf(new Refusal(code, NOT_HTTP), randomUUID());
  const body = JSON.stringify(answer);
  const head = `HTTP/1.1 ${refusalStatus[code]} Refused\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  if (socket.writable) socket.write(head + body);
  socket.destroySoon();
}

/** An `Expect` header other than `100-continue`. Node would answer it without a body. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, answer } = failureOf(new Refusal('invalid_input', NOT_HTTP), randomUUID());
  // The body that follows is not read.
  response.shouldKeepAlive = false;
  const body = JSON.stringify(answer);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** A proxy and the server could each read another Host. HTTP/1.0 works without Host, HTTP/2 has `:authority`. */
export function refuseUnclearHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  if (httpVersion === '2.0') return;
  const hosts = rawHeaders.filter((name, nth) => nth % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) throw new Refusal('invalid_input', NOT_HTTP);
}
