import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#platform/clock/clock';
import { ConfigError, readConfig, type Config } from '../config/config.ts';
import { failToStart, runUntilStopped } from '../run.ts';
import { startServer } from '../server.ts';
import { loadSettingsFile } from '../config/settings-file.ts';
import { foundCompany } from './demo-company.ts';
import { switchOnFleet, unpackFleet } from './demo-fleet.ts';
import { seedFirmware } from './demo-firmware.ts';
import { openFirmwareKey } from './demo-firmware-key.ts';
import { startDemoHubs } from './demo-hubs.ts';
import { seedEmergency } from './demo-emergency.ts';
import { readDemoHub, startDemoQueue, switchOnHub } from './demo-hub-events.ts';
import { addDemoEntrance } from './demo-entrance.ts';
import { addDemoInbox, openDemoInbox, type DemoInbox } from './demo-inbox.ts';
import { startDemoPayments } from './demo-payments.ts';
import { addDemoSms, startDemoSms } from './demo-sms.ts';
import { gatherPeople, type DemoPerson } from './demo-people.ts';
import { seedAnalytics } from './demo-analytics.ts';
import { seedSupport } from './demo-support.ts';
import { seedUpdates } from './demo-updates.ts';

/** The demo trackers send a whole day at once. A real device never does. */
const DEMO_MESSAGES_PER_SEC = 200;

/** A device counts as updated after this time with its new version, so that a rollout can be watched. */
const DEMO_SOAK_SEC = '15';

const FIRST_DAY_AGO_MS = 25 * 3_600_000;

/** The same server as `npm start`, with a demo world: people, simulated trackers, an inbox page. */
async function demo(settings: Config): Promise<void> {
  const hubs = await startDemoHubs(settings);
  const payments = await startDemoPayments(hubs.config);
  const directory = join(settings.dataDirectory, 'demo');
  mkdirSync(join(directory, 'identities'), { recursive: true, mode: 0o700 });
  const sms = await startDemoSms(payments.config);
  const queue = await startDemoQueue(sms.config);
  const { config } = queue;
  const founded = join(directory, 'founded');
  const isFirstTime = !existsSync(founded);
  const inbox = openDemoInbox(directory);
  if (isFirstTime) await found(config, directory, inbox);
  let people: DemoPerson[] = [];
  let pressPanic: (() => Promise<void>) | null = null;
  const server = await startServer(config, {
    deliverMail: inbox.deliver,
    extend(edges) {
      addDemoEntrance(edges, { people: () => people, pressPanic: () => pressPanic });
      addDemoInbox(edges, inbox);
      if (sms.gateway !== null) addDemoSms(edges, sms.gateway);
    },
  });
  payments.deliverTo(server.ownUrl);
  people = await gatherPeople(server.app, directory);
  await seedUpdates(server.app);
  const key = openFirmwareKey(directory);
  const switchOff = await switchOnFleet(server, people, directory, isFirstTime, key);
  if (isFirstTime) await seedSupport(server, people);
  const smsTo = (number: string): string[] =>
    (sms.gateway?.list() ?? []).flatMap(({ to, text }) => (to === number ? [text] : []));
  if (isFirstTime && hubs.isStandIn) await seedEmergency({ server, people, directory, inbox, smsTo });
  const hub = readDemoHub(directory);
  const line = hub && (await switchOnHub(hub, server.app.hubReceiver.listensOn()!));
  if (hub !== null && line !== null)
    pressPanic = async () => {
      queue.press(hub);
      await line.press();
    };
  const staff = people.find(({ role }) => role === 'staff')!;
  const firmware = await seedFirmware({ server, config, key, staff, isFirstTime });
  // After the fleet has reported, because countries follow from positions.
  if (isFirstTime) await server.app.analytics.refresh();
  writeFileSync(founded, '');
  runUntilStopped(async () => {
    firmware.stop();
    line?.stop();
    await switchOff();
    await server.stop();
    await queue.stop();
    await sms.stop();
    await payments.stop();
    await hubs.stop();
  }, server.log);
  process.stdout.write(welcome(server.url, people, hubs.welcome + payments.welcome));
}

/**
 * Starts the demo world 25 hours in the past, so that a full day of history exists. Users see data only from after the
 * assignment.
 */
async function found(config: Config, directory: string, { deliver }: DemoInbox): Promise<void> {
  process.stdout.write('Creating demo data (first start only) …\n');
  const real = systemClock();
  // Links in emails must lead to the server that starts after this temporary server.
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const server = await startServer(
    { ...config, port: 0, publicUrl },
    { deliverMail: deliver, clock: { ...real, now: () => new Date(Date.now() - FIRST_DAY_AGO_MS) } },
  );
  const people = await gatherPeople(server.app, directory);
  // Before the devices, which belong to their installer's company at registration (REG-10).
  await foundCompany(server, people);
  await unpackFleet(server, people, directory, Date.now() - FIRST_DAY_AGO_MS);
  // Before the tickets of the demo, which are counted as usual.
  await seedAnalytics(server.app, new Date());
  await server.stop();
}

function welcome(url: string, people: readonly DemoPerson[], services: string): string {
  const width = Math.max(...people.map((person) => person.email.length));
  const lines = people.map(
    (person) =>
      `  ${`${person.firstName} ${person.lastName}`.padEnd(14)}${person.is.padEnd(18)}${person.email.padEnd(width + 2)}${person.password}`,
  );
  return `\nTrace is ready. Open ${url}/demo and enter with one click.\n\nOr sign in at ${url}/sign-in as\n${lines.join('\n')}\n${services}\nEmails arrive at ${url}/demo/inbox, SMS at ${url}/demo/sms\nPress Ctrl-C to stop.\n`;
}

loadSettingsFile();

try {
  const config = readConfig({ LOG_LEVEL: 'warn', FIRMWARE_CONFIRM_SEC: DEMO_SOAK_SEC, ...process.env });
  // The demo signs its people in at its own address, for which the certificate is not made.
  if (config.tls !== null) throw new ConfigError(['TLS_CERT: the demo serves HTTP only. Put a proxy in front of it']);
  await demo({ ...config, gateway: { ...config.gateway, messagesPerSec: DEMO_MESSAGES_PER_SEC } });
} catch (error) {
  failToStart(error);
}
