// A portal that reads the stand-in of the hub queue, and further server processes on the same database.
import {
  STAND_IN_KEY_ID,
  STAND_IN_QUEUE,
  STAND_IN_SECRET,
  startHubQueueStandIn,
  type HubQueueStandIn,
} from '@trace/stand-ins/hub-queue/stand-in';
import { sql } from 'kysely';
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { createApp } from '#server/app';
import { readConfig } from '#server/config';
import { cheapPasswords } from '#testing/cheap-passwords';
import { fakeClock, type FakeClock } from '#testing/fake-clock';
import { startPortal, type Portal } from '#testing/portal';

export interface OtherProcess {
  url: string;
  clock: FakeClock;
  stop(): Promise<void>;
}

export interface HubQueueWorld {
  portal: Portal;
  queue: HubQueueStandIn;
  /** Starts another server process. `keyId` null: the process has no queue. */
  startOther(keyId: string | null): Promise<OtherProcess>;
  /** Links a device to a hub, as registering with hub integration does. */
  link(serial: string, hubId: string): Promise<void>;
  stop(): Promise<void>;
}

const settingsOf = (url: string, keyId: string): Record<string, string> => ({
  AJAX_SQS_QUEUE: STAND_IN_QUEUE,
  AJAX_SQS_ACCESS_KEY_ID: keyId,
  AJAX_SQS_SECRET: STAND_IN_SECRET,
  AJAX_SQS_ENDPOINT: url,
  HUB_QUEUE_POLL_SEC: '1',
});

export async function startHubQueueWorld(): Promise<HubQueueWorld> {
  const queue = await startHubQueueStandIn();
  const portal = await startPortal(settingsOf(queue.url, STAND_IN_KEY_ID), undefined, new Date());
  return {
    ...{ portal, queue },
    async startOther(keyId) {
      const clock = fakeClock(portal.clock.now());
      const settings = keyId === null ? {} : settingsOf(queue.url, keyId);
      const app = await createApp({
        config: readConfig({ PORT: '0', MQTTS_PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent', ...settings }),
        databaseUrl: portal.test.appUrl,
        schema: portal.test.schema,
        clock: async () => clock,
        log: createLog({ level: 'silent' }),
        secrets: createSecrets(Buffer.alloc(32, 7)),
        webDirectory: null,
        passwordCost: cheapPasswords,
      });
      const { url } = await app.start();
      return { url, clock, stop: () => app.stop() };
    },
    async link(serial, hubId) {
      await sql`
        insert into hub_link (device_id, link_id, hub_id, hub_name, hub_user_id, linked_at)
        select id, gen_random_uuid(), ${hubId}, 'Home', 'u-1', now() from device where serial = ${serial}`.execute(
        portal.test.database.sql,
      );
    },
    async stop() {
      await portal.stop();
      await queue.stop();
    },
  };
}
