import { EVENT_POSITION_HEADER } from '@trace/contract/kernel/stream';
import { cookieRules } from '@trace/contract/privacy/privacy.cookies.rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Matches a `Set-Cookie` with the token of a new session, but not one that removes the cookie. */
const NEW_SESSION = new RegExp(`^(?:__Host-)?${cookieRules.session.name}=[^;]`);

export const beginsSession = (setCookie: string): boolean => NEW_SESSION.test(setCookie);

/**
 * Reads the event position at the start of each call. Returns a function that adds the position to an answer. Only
 * signed-in people get the position, because its growth shows how busy the portal is.
 */
export function readEventPosition(
  server: FastifyInstance,
  position: (() => string) | undefined,
): (request: FastifyRequest, reply: FastifyReply) => void {
  if (position === undefined) return () => undefined;
  const positions = new WeakMap<FastifyRequest, string>();
  server.addHook('onRequest', async (request) => void positions.set(request, position()));
  return (request, reply) => void reply.header(EVENT_POSITION_HEADER, positions.get(request));
}
