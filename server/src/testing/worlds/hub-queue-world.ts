// A portal that reads the stand-in of the hub queue, and further server processes on the same database.
import {
  STAND_IN_KEY_ID,
  STAND_IN_QUEUE,
  STAND_IN_SECRET,
  startHubQueueStandIn,
  type HubQueueStandIn,
} from '@trace/stand-ins/hub-queue/stand-in';
import { sql } from 'kysely';
import { startOtherProcess, type OtherProcess } from '#testing/other-process';
import { startPortal, type Portal } from '#testing/portal';

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
    startOther: (keyId) => startOtherProcess(portal, keyId === null ? {} : settingsOf(queue.url, keyId)),
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
