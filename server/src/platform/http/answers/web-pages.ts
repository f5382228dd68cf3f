import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findPage, readPageList, shownPage } from './page-list.ts';
import { fileRoute } from '../route-policies.ts';

/** Paths for machines: an unknown path is refused in the error shape instead of showing the portal's page. */
const machinePaths = ['/api/', '/functions/', '/assets/', '/phone/'];

/**
 * Serves the built portal. Browsers cache files with a hash in their name for good and revalidate the page each time.
 * Every page of the portal is the same file, whose router decides the view. An unknown path gets this file too, with
 * status 404. The header `Link` names what the page needs at once. At `/` strangers get the landing page as a file. `isKnown` finds signed-in people, who get the portal and
 * continue to their own area (LAND-02).
 */
export async function serveWebPages(
  server: FastifyInstance,
  directory: string | null,
  isKnown: (request: FastifyRequest) => Promise<boolean>,
): Promise<void> {
  const pages = directory === null ? null : readPageList(directory);
  if (directory !== null && pages !== null) {
    // The plugin adds this route and takes no policy.
    server.addHook('onRoute', (route) => {
      if (route.url === '/*') route.config = { ...route.config, ...fileRoute.config };
    });
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
  if (pages !== null) {
    server.get('/', fileRoute, async (request, reply) => {
      // This address has two pages, and a cache must never swap the two.
      void reply.header('vary', 'cookie');
      // A query in the address, such as an invitation, is for the portal's router.
      const isStranger = !request.url.includes('?') && !(await isKnown(request));
      return sendPage(reply, isStranger ? 'landing.html' : 'index.html');
    });
  }
  server.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = isRead && !machinePaths.some((path) => request.url.startsWith(path));
    if (!wantsPage || pages === null) {
      const message = wantsPage ? 'The portal is not built. Run npm run build.' : 'Not found.';
      return reply.code(404).send({ error: { code: 'not_found', message, requestId: request.id } });
    }
    const page = findPage(pages, request.url);
    if (page === undefined) return sendPage(reply.code(404));
    const { file, links } = shownPage(pages, page, page.audience !== 'anyone' && (await isKnown(request)));
    return sendPage(reply.header('vary', 'cookie').header('link', links.join(', ')), file);
  });
}
