// Another server process on the database of a portal.
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { createApp, type App } from '#server/app';
import { readConfig } from '#server/config/config';
import { cheapPasswords } from './cheap-passwords.ts';
import { fakeClock, type FakeClock } from './fake-clock.ts';
import type { Portal } from './portal.ts';

export interface OtherProcess {
  app: App;
  url: string;
  mqttPort: number;
  clock: FakeClock;
  stop(): Promise<void>;
}

export async function startOtherProcess(
  portal: Portal,
  settings: Record<string, string> = {},
  clock: FakeClock = fakeClock(portal.clock.now()),
): Promise<OtherProcess> {
  const app = await createApp({
    config: readConfig({
      ...{ PORT: '0', MQTTS_PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent', TRACE_DATA_DIR: portal.dataDirectory },
      ...settings,
    }),
    databaseUrl: portal.test.appUrl,
    schema: portal.test.schema,
    clock: async () => clock,
    log: createLog({ level: 'silent' }),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    webDirectory: null,
    passwordCost: cheapPasswords,
  });
  // The server returns PUBLIC_URL, which a test may set.
  const { port, mqttPort } = await app.start();
  return { app, url: `http://127.0.0.1:${port}`, mqttPort: mqttPort!, clock, stop: () => app.stop() };
}
