// A portal that is linked to the stand-in of the hub service, on the same clock.
import { listHubs, signInToHubs } from '@trace/contract/hubs/hubs.api';
import type { Hub } from '@trace/contract/hubs/hubs.schema';
import { STAND_IN_KEY, STAND_IN_PASSWORD, startStandIn, type StandIn } from '@trace/stand-ins/alarm-hub/stand-in';
import type { Config } from '#server/config/config';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';

export interface HubPortal {
  portal: Portal;
  hubService: StandIn;
  stop(): Promise<void>;
}

export async function startHubPortal(startAt?: Date, change?: (config: Config) => Config): Promise<HubPortal> {
  let now = (): Date => new Date(0);
  const hubService = await startStandIn({ clock: { now: () => now() } });
  const settings = { ALARM_HUB_URL: hubService.url, ALARM_HUB_KEY: STAND_IN_KEY };
  const portal = await startPortal(settings, change, startAt);
  now = () => portal.clock.now();
  return {
    portal,
    hubService,
    async stop() {
      await portal.stop();
      await hubService.stop();
    },
  };
}

export interface Verified {
  handle: string;
  userId: string;
  hubs: Hub[];
}

/** As the form does: credentials, then the list. */
export async function verifyHubs(person: SignedIn, username = 'novak@hub.example'): Promise<Verified> {
  const credentials = { username, password: STAND_IN_PASSWORD };
  const { sessionToken, userId } = await person.api.call(signInToHubs, { body: { credentials } });
  const hubs = await person.api.call(listHubs, { body: { sessionToken, userId } });
  return { handle: sessionToken, userId, hubs };
}
