// Starts and stops the parts of the server in order.
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outbox } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Gateway } from '#platform/devices/gateway/gateway';
import type { Feature } from '#platform/feature/feature';
import type { Files } from '#platform/files/files';
import { startServiceChecks } from '#platform/health/service-checks';
import type { WriteHealth } from '#platform/health/write-health';
import type { DeviceServer } from '#platform/http/servers/device-server';
import type { HttpServer } from '#platform/http/http-server';
import type { Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import type { ServerProcesses } from '#platform/processes/server-processes';
import type { Streams } from '#platform/stream/streams';
import type { HttpsParts } from './https-parts.ts';

interface Started extends HttpsParts {
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'check'>;
  readonly files: Pick<Files, 'check'>;
  readonly writes: WriteHealth;
  readonly outbox: Outbox;
  readonly processes: ServerProcesses;
  readonly streams: Streams;
  readonly features: readonly Feature[];
  readonly jobs: Jobs;
  readonly gateway: Gateway;
  readonly deviceServer: DeviceServer;
  readonly http: HttpServer;
  /** How long load balancers get to notice that this process stops. */
  readonly stopDelayMs: number;
}

export function createLifecycle(started: Started) {
  const { writes, outbox, processes, streams, features, jobs, gateway, deviceServer, http } = started;
  const { certificate, redirect } = started;
  const endings: (() => void | Promise<void>)[] = [];
  return {
    /** Starts from the inside out: the servers that accept connections start last. Returns their ports. */
    async start() {
      await writes.start();
      endings.push(() => writes.stop());
      await outbox.start();
      endings.push(() => outbox.stop());
      await processes.start(() => ({
        name: `${hostname()}:${http.port()}`,
        deviceConnections: gateway.stats().connections,
        openStreams: streams.count(),
      }));
      endings.push(() => processes.stop());
      streams.start();
      endings.push(() => streams.stop());
      for (const feature of features) {
        const stop = await feature.start?.();
        if (stop !== undefined) endings.push(stop);
      }
      await streams.join();
      await jobs.start();
      endings.push(() => jobs.stop());
      endings.push(startServiceChecks(started.clock, [started.mail.check, started.files.check]));
      await deviceServer.start();
      endings.push(() => deviceServer.stop());
      const devicePorts = await gateway.start();
      endings.push(() => gateway.stop());
      const webPorts = await http.start();
      endings.push(() => http.stop());
      if (certificate !== null) endings.push(certificate.start((pair) => http.renewCertificate(pair)));
      if (redirect === null) return { ...webPorts, ...devicePorts, redirectPort: null };
      const { port: redirectPort } = await redirect.start();
      endings.push(() => redirect.stop());
      return { ...webPorts, ...devicePorts, redirectPort };
    },
    /** First /readyz answers 503 while everything is still served. Then pages and devices are sent elsewhere. */
    async stop() {
      await processes.markStopping();
      if (started.stopDelayMs > 0) await wait(started.stopDelayMs);
      await http.stopAccepting();
      streams.stop();
      for (const end of endings.splice(0).reverse()) await end();
    },
  };
}
