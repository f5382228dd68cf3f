import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Paths that belong to machines: an unknown one is refused in the error shape instead of showing the portal's page. */
const machinePaths = ['/api/', '/functions/', '/assets/'];

/**
 * Serves the built portal. Files with a hash in their name are kept by browsers for good; the page itself is asked for
 * each time. Any other path is the portal's page, whose router decides what it shows. At `/` strangers get the landing
 * page as a file; `isKnown` says who is signed in and gets the portal, which goes on to their own area (LAND-02).
 */
export async function serveWebPages(
  server: FastifyInstance,
  directory: string | null,
  isKnown: (request: FastifyRequest) => Promise<boolean>,
): Promise<void> {
  const isBuilt = directory !== null && existsSync(join(directory, 'index.html'));
  if (isBuilt) {
    await server.register(fastifyStatic, {
      root: directory,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  const sendPage = (reply: FastifyReply, name = 'index.html'): FastifyReply =>
    reply.header('cache-control', 'no-cache').sendFile(name);
  if (isBuilt) {
    server.get('/', { schema: { hide: true } }, async (request, reply) => {
      // One address, two pages: neither may be taken from a cache for the other.
      void reply.header('vary', 'cookie');
      // What stands in the address, such as an invitation, is for the portal's router.
      const isStranger = !request.url.includes('?') && !(await isKnown(request));
      return sendPage(reply, isStranger ? 'landing.html' : 'index.html');
    });
  }
  server.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !machinePaths.some((path) => request.url.startsWith(path));
    if (wantsPage && isBuilt) return sendPage(reply);
    const message = wantsPage ? 'The portal is not built. Run npm run build.' : 'Not found.';
    return reply.code(404).send({ error: { code: 'not_found', message, requestId: request.id } });
  });
}
