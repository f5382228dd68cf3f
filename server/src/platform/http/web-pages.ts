import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Paths for machines: an unknown path is refused in the error shape instead of showing the portal's page. */
const machinePaths = ['/api/', '/functions/', '/assets/'];

/**
 * Serves the built portal. Browsers cache files with a hash in their name for good and revalidate the page each time.
 * Any other path is the portal's page, whose router decides the view. At `/` strangers get the landing page as a file.
 * `isKnown` finds signed-in people, who get the portal and continue to their own area (LAND-02).
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
      // This address has two pages, and a cache must never swap the two.
      void reply.header('vary', 'cookie');
      // A query in the address, such as an invitation, is for the portal's router.
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
