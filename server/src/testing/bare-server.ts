// The HTTP edge alone: nobody is signed in, and there are no routes but those of the test.
import { createLog } from '#platform/log/log';
import { createHttpServer, type HttpOptions, type HttpServer } from '#platform/http/http-server';
import { fakeClock } from './fake-clock.ts';

/** On a free port once started. */
export function bareServer(options: Partial<HttpOptions> = {}): Promise<HttpServer> {
  return createHttpServer({
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    trustProxy: false,
    version: '0.0.0',
    clock: fakeClock(),
    log: createLog({ level: 'silent' }),
    routes: [],
    authenticate: async () => null,
    isOperator: () => false,
    onRefused: async () => {},
    onStaffRead: async () => {},
    outsideHosts: { images: [], connections: [], scripts: [] },
    webDirectory: null,
    extend: () => {},
    ...options,
  });
}
