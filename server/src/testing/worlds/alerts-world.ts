// A portal whose pushed messages go to a push service of our own.
import { listAlerts } from '@trace/contract/alerts/alerts.api';
import { addBrowser, getAlertSettings, saveAlertSettings } from '@trace/contract/alerts/alerts.settings.api';
import {
  usualChoices,
  type AlertChannel,
  type AlertChoices,
  type QuietHours,
} from '@trace/contract/alerts/alerts.rules';
import type { Alert } from '@trace/contract/alerts/alerts.schema';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { eventually } from '#testing/eventually';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { startPushService, type PushService, type TestBrowser } from '#testing/stand-ins/push-service';
import { registerDevice } from '#testing/trackers';

export interface AlertsWorld {
  portal: Portal;
  pushService: PushService;
  installer: SignedIn;
  /** Lets time pass, in seconds. */
  pass(sec: number): Promise<void>;
  /** Moves only the wall clock, which suffices where no timer decides. */
  moveClock(sec: number): void;
  /** Lets the same time pass, but moves the wall clock for most of it at once. Jobs use the wall clock. */
  jump(sec: number): Promise<void>;
  /** A browser in which this person has turned push on. */
  subscribe(person: SignedIn): Promise<TestBrowser>;
  /** Runs due jobs to their end. A clock that jumps while a job runs would take the job's lease away. */
  finishJobs(): Promise<void>;
  /** Runs due jobs and waits for the expected result. The fake clock starts no jobs while stopped. */
  eventuallyDone<Value>(read: () => Promise<Value> | Value, isRight: (value: Value) => boolean): Promise<Value>;
  /** Jumps by so many seconds until the result is as expected. For jobs that retry after random delays. */
  jumpUntil<Value>(sec: number, read: () => Promise<Value> | Value, isRight: (value: Value) => boolean): Promise<Value>;
  stop(): Promise<void>;
}

export async function startAlertsWorld(): Promise<AlertsWorld> {
  const pushService = await startPushService(
    async () => (await installer.api.call(getAlertSettings, {})).push.publicKey,
  );
  const { origin, ca } = pushService;
  const portal = await startPortal({}, (config) => ({ ...config, push: { keys: null, standIn: { origin, ca } } }));
  const installer = await portal.person({ role: 'installer' });
  const { clock } = portal;
  const pass = (sec: number): Promise<void> => clock.advance(sec * SECOND_MS);
  const moveClock = (sec: number): void => clock.set(new Date(clock.now().getTime() + sec * SECOND_MS));
  const jump = async (sec: number): Promise<void> => {
    moveClock(sec - 2);
    await pass(2);
  };
  return {
    portal,
    pushService,
    installer,
    pass,
    moveClock,
    jump,
    finishJobs: () => portal.app.jobs.runDue(),
    async subscribe(person) {
      const browser = pushService.subscribe();
      await person.api.call(addBrowser, { body: browser.subscription });
      return browser;
    },
    eventuallyDone: (read, isRight) =>
      eventually(async () => {
        await portal.app.jobs.runDue();
        return read();
      }, isRight),
    jumpUntil: (sec, read, isRight) =>
      eventually(async () => {
        await jump(sec);
        return read();
      }, isRight),
    async stop() {
      await portal.stop();
      await pushService.stop();
    },
  };
}

export interface Watched {
  user: SignedIn;
  device: HandDevice;
  serial: string;
}

/** Creates a user in UTC with a device that sends only the messages of the test. */
export async function watchedDevice(
  { portal, installer }: AlertsWorld,
  { nickname = 'Work ute' }: { nickname?: string | null } = {},
): Promise<Watched> {
  const user = await portal.person({ timeZone: 'UTC' });
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, installer, user, nickname);
  return { user, device, serial: device.serial };
}

export const beat = (more: object = {}): object => ({ status: 'online', intervalSec: 60, networkType: 'lte', ...more });

export const listOf = ({ api }: SignedIn, query: object = {}) => api.call(listAlerts, { query: query as never });

/** Returns a user's alerts of a device, newest first. */
export async function alertsOf(person: SignedIn, serial: string): Promise<Alert[]> {
  const { alerts } = await listOf(person, { limit: 100 });
  return alerts.filter(({ device }) => device?.serialNumber === serial);
}

/** Waits until a person's alerts of a device are as told, as `kind` or `kind over`. */
export const untilAlerts = (person: SignedIn, serial: string, wanted: readonly string[]): Promise<Alert[]> =>
  eventually(
    () => alertsOf(person, serial),
    (alerts) => JSON.stringify(alerts.map(shortOf)) === JSON.stringify(wanted),
  );

export const shortOf = ({ kind, endedAt }: Alert): string => (endedAt === null ? kind : `${kind} over`);

export const stateOf = ({ deliveries }: Alert, channel: AlertChannel): string | undefined =>
  deliveries.find((message) => message.channel === channel)?.state;

/** Mails to a person about alerts, the newest first. */
export async function mailsTo({ portal }: AlertsWorld, { email }: SignedIn, about: string) {
  const mails = await portal.app.mail.listRecent(200);
  return mails.filter(({ recipient, text }) => recipient === email && text.includes(about));
}

export function choose(person: SignedIn, quietHours: QuietHours | null, choices: AlertChoices = usualChoices('user')) {
  return person.api.call(saveAlertSettings, { body: { choices, quietHours } });
}

/** Quiet hours in UTC around now, which end after so many minutes. */
export function quietAround(portal: Portal, minutes: number): QuietHours {
  const time = (addMinutes: number): string =>
    new Date(portal.clock.now().getTime() + addMinutes * 60_000).toISOString().slice(11, 16);
  return { from: time(-60), to: time(minutes) };
}
