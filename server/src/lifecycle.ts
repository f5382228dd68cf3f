// Starts and stops the parts of the server in order.
import { hostname } from 'node:os';
import type { Outbox } from '#platform/bus/outbox';
import type { Gateway } from '#platform/devices/gateway';
import type { Feature } from '#platform/feature/feature';
import type { WriteHealth } from '#platform/health/write-health';
import type { DeviceServer } from '#platform/http/device-server';
import type { HttpServer } from '#platform/http/http-server';
import type { Jobs } from '#platform/jobs/jobs';
import type { ServerProcesses } from '#platform/processes/server-processes';
import type { Streams } from '#platform/stream/streams';

interface Started {
  readonly writes: WriteHealth;
  readonly outbox: Outbox;
  readonly processes: ServerProcesses;
  readonly streams: Streams;
  readonly features: readonly Feature[];
  readonly jobs: Jobs;
  readonly gateway: Gateway;
  readonly deviceServer: DeviceServer;
  readonly http: HttpServer;
}

export function createLifecycle(parts: Started) {
  const { writes, outbox, processes, streams, features, jobs, gateway, deviceServer, http } = parts;
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
      await deviceServer.start();
      endings.push(() => deviceServer.stop());
      const devicePorts = await gateway.start();
      endings.push(() => gateway.stop());
      const started = await http.start();
      endings.push(() => http.stop());
      return { ...started, ...devicePorts };
    },
    async stop() {
      streams.stop();
      for (const end of endings.splice(0).reverse()) await end();
    },
  };
}
