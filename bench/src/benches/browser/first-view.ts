// How soon a person on a slow phone sees the sign-in, the dashboard and the device table, with nothing cached, and how
// far content moves while the page loads. The map is drawn without a graphics card, which costs time that a phone saves.
import type { Browser, Page } from '@playwright/test';
import { listDevices } from '@trace/contract/devices/devices.api';
import { listDeviceTable } from '@trace/contract/fleet/fleet.table.api';
import { requestAccess } from '@trace/contract/location-access/location-access.api';
import pg from 'pg';
import { median } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { launchBrowser } from '../../equipment/browser/browser.ts';
import { signInTo, type PortalClient } from '../../equipment/people/portal-client.ts';
import { visitSlowly, type SlowVisit, type SlowVisitOptions } from '../../equipment/browser/slow-phone.ts';
import { startWorld, type Ready, type World } from '../../equipment/servers/world.ts';

const SHORT_VISITS = 3;
const LONG_VISITS = 15;
const DEVICES = 25;
const INSTALLER = 'bench-installer@example.com';
/** The map appears last, and moves no other content. */
const SETTLED_AFTER_MS = 8_000;

interface View extends SlowVisitOptions {
  readonly name: string;
}

export const firstViewBench: Bench = {
  name: 'first-view',
  run: async ({ isLong, nodeFlags }) => {
    const browser = await launchBrowser('the first view');
    if (browser === null) return [];
    const world = await startWorld({ devices: DEVICES, nodeFlags });
    try {
      const user = await signInTo(world.ready());
      const installer = await signInTo({ url: world.url, person: { ...world.ready().person, email: INSTALLER } });
      // An installer can ask only a user who has seen the device.
      await user.api.call(listDevices, { query: { limit: DEVICES } });
      await askForLocation(installer);
      await storePings(world.ready());
      const figures: Figure[] = [];
      for (const view of viewsOf(world, user.cookie, installer.cookie))
        figures.push(...figuresOf(view.name, await visitsOf(browser, view, isLong ? LONG_VISITS : SHORT_VISITS)));
      return figures;
    } finally {
      await browser.close();
      await world.dispose();
    }
  },
};

function viewsOf(world: World, user: string, installer: string): View[] {
  const settledAfterMs = SETTLED_AFTER_MS;
  return [
    {
      name: 'sign-in',
      url: `${world.url}/sign-in`,
      settledAfterMs,
      isComplete: (page: Page) => page.getByRole('textbox', { name: 'Email' }).waitFor(),
    },
    {
      name: 'dashboard',
      url: `${world.url}/user`,
      cookie: user,
      settledAfterMs,
      isComplete: (page: Page) => page.getByRole('tab', { name: 'Dashboard' }).waitFor(),
    },
    {
      name: 'device table',
      url: `${world.url}/installer/devices`,
      cookie: installer,
      settledAfterMs,
      isComplete: (page: Page) =>
        page
          .getByText(/Trace_B000/)
          .first()
          .waitFor(),
    },
  ];
}

/** A request stands above all other content, so a late request would push the dashboard down. */
async function askForLocation(installer: PortalClient): Promise<void> {
  const [device] = (await installer.api.call(listDeviceTable, { query: { sort: 'lastSeen', limit: 25 } })).devices;
  if (device === undefined) throw new Error('the installer has no device');
  await installer.api.call(requestAccess, { params: { serial: device.serialNumber }, body: { minutes: 30 } });
}

/** Each device has answered a ping, so that the dashboard shows its map. */
async function storePings({ databaseUrl }: Ready): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`
      insert into ping_location (ping_id, device_id, serial, device_name, account_id, lat, lng, accuracy_m, at, fix_at)
      select gen_random_uuid(), d.id, d.serial, d.serial, a.account_id, -33.86, 151.21 + d.id * 0.001, 8, now(), now()
      from device d join device_assignment a on a.device_id = d.id and a.ended_at is null`);
  } finally {
    await client.end();
  }
}

async function visitsOf(browser: Browser, view: View, count: number): Promise<SlowVisit[]> {
  const visits: SlowVisit[] = [];
  for (let visit = 0; visit < count; visit += 1) visits.push(await visitSlowly(browser, view));
  return visits;
}

function figuresOf(name: string, visits: readonly SlowVisit[]): Figure[] {
  const all = (pick: (visit: SlowVisit) => number) => median(visits.map(pick));
  const slowest = Math.max(...visits.map(({ lcpMs }) => lcpMs)).toFixed(0);
  const [first] = visits;
  return [
    {
      name: `${name} LCP, slow phone`,
      value: all(({ lcpMs }) => lcpMs),
      unit: 'ms',
      note: `${visits.length} visits, slowest ${slowest} ms, largest: ${first?.what ?? ''}`,
    },
    {
      name: `${name} CLS, slow phone`,
      value: all(({ shift }) => shift),
      unit: '',
      note: first?.moved === '' ? '' : `moved:${first?.moved ?? ''}`,
    },
    { name: `${name} scripts, slow phone`, value: all(({ scriptBytes }) => scriptBytes) / 1_000, unit: 'kB' },
  ];
}
