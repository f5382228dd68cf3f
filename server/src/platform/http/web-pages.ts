import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Paths that belong to machines: an unknown one is refused in the error shape instead of showing the portal's page. */
const machinePaths = ['/api/', '/functions/', '/assets/'];

/**
 * Serves the built portal. Files with a hash in their name are kept by browsers for good; the page itself is asked for
 * each time. Any other path is the portal's page, whose router decides what it shows.
 */
export async function serveWebPages(server: FastifyInstance, directory: string | null): Promise<void> {
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
  const sendPage = (reply: FastifyReply): FastifyReply =>
    reply.header('cache-control', 'no-cache').sendFile('index.html');
  if (isBuilt) server.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply));
  server.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !machinePaths.some((path) => request.url.startsWith(path));
    if (wantsPage && isBuilt) return sendPage(reply);
    const message = wantsPage ? 'The portal is not built. Run npm run build.' : 'There is nothing at this address.';
    return reply.code(404).send({ error: { code: 'not_found', message, requestId: request.id } });
  });
}
