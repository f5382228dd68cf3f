// The routes where phones report, in the protocols of their apps, with any content type and without a session.
import type { CallLimit } from '@trace/contract/kernel/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/refusal/refusal';
import type { EdgeTools } from '../edge-tools.ts';
import { hiddenRoute } from '../route-policies.ts';

export type PhoneProtocol = 'osmand' | 'owntracks';

/** A phone whose secret was right. */
export interface KnownPhone {
  readonly id: number;
  readonly serial: string;
}

export interface PhoneRequest {
  readonly protocol: PhoneProtocol;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
}

/** The feature behind these routes. */
export interface PhoneReception {
  readonly bodyMaxBytes: number;
  /** Requests of one phone. */
  readonly limit: CallLimit;
  /** Requests with an unknown secret, from one address. */
  readonly unknownLimit: CallLimit;
  find(secret: string): Promise<KnownPhone | null>;
  /** Stores the reports of a request. The answer is sent after the commit. */
  receive(phone: KnownPhone, request: PhoneRequest): Promise<void>;
  readonly unknownText: string;
}

/**
 * `/phone/{secret}` for OsmAnd apps, `/phone/owntracks` with Basic authentication and `/phone/{secret}/owntracks`. The
 * address holds a secret, so no log and no metric names the address.
 */
export function addPhoneEdge(server: FastifyInstance, edge: EdgeTools, reception: PhoneReception): void {
  const options = { ...hiddenRoute('anybody'), exposeHeadRoute: false, bodyLimit: reception.bodyMaxBytes };

  const receive = async (protocol: PhoneProtocol, secret: string, request: FastifyRequest): Promise<void> => {
    const phone = await reception.find(secret);
    if (phone === null) {
      edge.countStranger('phone.unknown', request, reception.unknownLimit);
      throw new Refusal('not_found', reception.unknownText);
    }
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const contentType = request.headers['content-type'] ?? '';
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    // An SOS has an allowance of its own: an app that sends its stored positions can have used up the other.
    const isAlarm = query.has('alarm') || body.includes('alarm');
    edge.countStranger(isAlarm ? 'phone.alarm' : 'phone.report', request, reception.limit, String(phone.id));
    await reception.receive(phone, { protocol, query, contentType, body });
  };

  const osmand = async (request: FastifyRequest, reply: FastifyReply) => {
    await receive('osmand', (request.params as { secret: string }).secret, request);
    return reply.code(200).type('text/plain').send('');
  };

  const owntracks = async (request: FastifyRequest, reply: FastifyReply) => {
    const { secret } = request.params as { secret?: string };
    await receive('owntracks', secret ?? passwordOf(request), request);
    return reply.code(200).type('application/json').send('[]');
  };

  void server.register(async (phones) => {
    phones.removeAllContentTypeParsers();
    phones.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    for (const path of ['/phone/:secret', '/phone/:secret/']) {
      phones.get(path, options, osmand);
      phones.post(path, options, osmand);
    }
    phones.post('/phone/:secret/owntracks', options, owntracks);
    phones.post('/phone/owntracks', options, owntracks);
  });
}

/** The password of Basic authentication, or an empty text. */
function passwordOf({ headers }: FastifyRequest): string {
  const [, credentials] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '') ?? [];
  const text = Buffer.from(credentials ?? '', 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}
