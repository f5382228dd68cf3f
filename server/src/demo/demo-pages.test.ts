import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCharts } from '@trace/contract/analytics/analytics.api';
import { listAlerts } from '@trace/contract/alerts/alerts.api';
import { sendTestAlert } from '@trace/contract/alerts/alerts.settings.api';
import { getSession } from '@trace/contract/auth/auth.api';
import { DAY_MS } from '@trace/contract/kernel/time';
import { createApiClient } from '@trace/contract/kernel/client';
import type { Role } from '@trace/contract/kernel/roles';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { startPortal, type Portal } from '#testing/portal';
import { seedAnalytics } from './demo-analytics.ts';
import { foundCompany } from './demo-company.ts';
import { addDemoEntrance } from './demo-entrance.ts';
import { smsListOf } from './demo-sms.ts';
import { addDemoInbox, bodyOf, listOf, openDemoInbox } from './demo-inbox.ts';
import type { DemoPerson } from './demo-people.ts';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const mail = {
  id: 1,
  recipient: 'mia@demo.example',
  subject: 'Power cut: <Van>',
  text: 'Hello Mia,\n\nOpen http://127.0.0.1:3000/user?device=Trace_4F21&tab=live.\n',
  html: null,
  createdAt: '2026-03-02T09:57:30.000Z',
};

let directory: string;
let people: DemoPerson[] = [];
let demo: Portal;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trace-demo-'));
  const inbox = openDemoInbox(directory);
  demo = await startPortal({}, undefined, undefined, {
    deliverMail: inbox.deliver,
    extend(server) {
      addDemoEntrance(server, { people: () => people, pressPanic: () => null });
      addDemoInbox(server, inbox);
    },
  });
  people = [await invite('Mia', 'user'), await invite('Sam', 'installer'), await invite('Priya', 'staff')];
});
afterAll(async () => {
  await demo.stop();
  await rm(directory, { recursive: true });
});

async function invite(firstName: string, role: Role): Promise<DemoPerson> {
  const known = { firstName, lastName: 'Demo', email: `${firstName}@demo.example`.toLowerCase(), role };
  const password = 'Harbour-2026-bridge';
  const id = await demo.app.auth.createAccount({ ...known, password, timeZone: 'UTC' });
  return { ...known, id, password, is: role, devices: [] };
}

const enter = (portal: Portal, id: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${portal.url}/demo/enter/${id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0]!)
    .join('; ');

async function sessionOf(cookie: string): Promise<string | null> {
  const api = createApiClient({ baseUrl: demo.url, headers: () => ({ cookie }) });
  return (await api.call(getSession, {})).person?.email ?? null;
}

test('the pages of the demo are missing in a normal installation', async () => {
  const portal = await startPortal();
  const [user] = people;
  const answers = await Promise.all([
    fetch(`${portal.url}/demo`),
    fetch(`${portal.url}/demo/inbox`),
    fetch(`${portal.url}/demo/inbox/1`),
    enter(portal, user!.id),
  ]);
  await portal.stop();
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('a press signs a person in, ends the previous session and opens the area of the person', async () => {
  const [mia, sam, priya] = people;
  const page = await (await fetch(`${demo.url}/demo`)).text();
  expect(page).toContain(`action="/demo/enter/${mia!.id}"><button>Enter as Mia<`);
  const first = await enter(demo, mia!.id, { origin: demo.url });
  expect([first.status, first.headers.get('location')]).toEqual([303, '/user']);
  const cookie = cookieOf(first);
  expect(await sessionOf(cookie)).toBe('mia@demo.example');
  const second = await enter(demo, sam!.id, { cookie });
  expect([second.status, second.headers.get('location')]).toEqual([303, '/installer']);
  expect([await sessionOf(cookie), await sessionOf(cookieOf(second))]).toEqual([null, 'sam@demo.example']);
  const third = await enter(demo, priya!.id);
  expect([third.status, third.headers.get('location')]).toEqual([303, '/support']);
});

test('entering the demo is refused when another site sends the browser [T67]', async () => {
  const [mia] = people;
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await enter(demo, mia!.id, headers);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  }
  // The browser sends the form's origin only with this policy.
  expect((await fetch(`${demo.url}/demo`)).headers.get('referrer-policy')).toBe('same-origin');
});

test('entering the demo asks for the own sign-in when the password has changed', async () => {
  const changed = { ...(await invite('Jonas', 'user')), password: 'another password' };
  people = [...people, changed];
  const answer = await enter(demo, changed.id);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([409, []]);
  expect(await answer.text()).toContain('Jonas’s password or second step has changed');
  expect((await enter(demo, 'nobody')).status).toBe(404);
});

test('an email counts as sent when the inbox of the demo has received it [ALRT-01]', async () => {
  const cookie = cookieOf(await enter(demo, people[0]!.id));
  const api = createApiClient({ baseUrl: demo.url, headers: () => ({ cookie }) });
  expect((await api.call(sendTestAlert, {})).email).toBe('queued');
  await eventually(
    async () => {
      await demo.app.jobs.runDue();
      return (await api.call(listAlerts, { query: { limit: 10 } })).alerts;
    },
    ([alert]) => alert?.deliveries.some(({ channel, state }) => channel === 'email' && state === 'sent') ?? false,
  );
  const [newest] = openDemoInbox(directory).list();
  const page = await (await fetch(`${demo.url}/demo/inbox`)).text();
  expect(page).toContain(`href="/demo/inbox/${newest!.id}"`);
  const body = await (await fetch(`${demo.url}/demo/inbox/${newest!.id}`)).text();
  expect(body).toContain('To mia@demo.example');
  expect(body).toContain('Hello Mia,');
  expect((await fetch(`${demo.url}/demo/inbox/0`)).status).toBe(404);
});

test('the inbox keeps an email once when the email is delivered twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trace-demo-'));
  const inbox = openDemoInbox(folder);
  const outgoing = { ...mail, createdAt: new Date(mail.createdAt) };
  await inbox.deliver(outgoing);
  await inbox.deliver({ ...outgoing, id: 2, createdAt: NOW });
  await inbox.deliver(outgoing);
  expect(
    openDemoInbox(folder)
      .list()
      .map(({ id }) => id),
  ).toEqual([2, 1]);
  await rm(folder, { recursive: true });
});

test('the inbox shows names as text, ages in words and links that work', () => {
  expect(listOf([], NOW)).toContain('No emails yet.');
  expect(listOf([mail], NOW)).toContain('Power cut: &#60;Van&#62;');
  expect(listOf([mail], NOW)).toContain('>2 minutes ago</time>');
  const href = 'http://127.0.0.1:3000/user?device=Trace_4F21&#38;tab=live';
  expect(bodyOf(mail, NOW)).toContain(`<a href="${href}">${href}</a>.`);
});

test('the SMS page lists text messages with their links, and escapes the text [PANIC-07]', () => {
  expect(smsListOf([], NOW)).toContain('No SMS yet.');
  const sms = { to: '+61491570156', from: 'Trace', text: '<b> http://trace.example/panic-contact#x.y', reference: '1' };
  const shown = smsListOf([{ ...sms, at: mail.createdAt }], NOW);
  expect(shown).toContain('&#60;b&#62; <a href="http://trace.example/panic-contact#x.y">');
});

test('the HTML part of an email runs no script', () => {
  const page = bodyOf({ ...mail, html: '<script>alert("1")</script>' }, NOW);
  expect(page).toContain('sandbox="allow-top-navigation-by-user-activation"');
  expect(page).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;');
});

test('the company of the demo is founded when PUBLIC_URL cannot be reached', async () => {
  const portal = await startPortal({ PUBLIC_URL: 'https://trace.test', TRUST_PROXY: '1' });
  const account = { firstName: 'Sam', lastName: 'Demo', email: 'sam@demo.example', password: 'Harbour-2026-bridge' };
  const id = await portal.app.auth.createAccount({ ...account, role: 'installer', timeZone: 'UTC' });
  const sam: DemoPerson = { ...account, id, role: 'installer', is: 'installer', devices: [] };
  const server = { url: 'https://trace.test', ownUrl: portal.url };
  // The demo draws the logo before its server reads the first picture. Here, an earlier test may have read one.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

  await foundCompany(server, [sam]);

  const { rows } = await sql<{ name: string }>`select name from company`.execute(portal.test.database.sql);
  await portal.stop();
  expect(rows).toEqual([{ name: 'Harbour Alarms' }]);
});

test('the charts of the demo show three months, and a second seeding replaces them [ANA-06]', async () => {
  const { api } = await demo.person({ role: 'staff', timeZone: 'Pacific/Auckland' });
  const read = () => api.call(getCharts, { query: { days: 90 } });
  const now = demo.clock.now();
  await seedAnalytics(demo.app, new Date(now.getTime() - DAY_MS));
  await seedAnalytics(demo.app, now);
  const { tallies, gauges, firmware } = await read();
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const totals = gauges['devices.total'].slice(0, -1) as number[];
  expect(totals).not.toContain(null);
  expect(totals.at(-1)).toBe(25);
  expect(totals.at(-1)! - totals[0]!).toBe(sum(tallies['devices.registered'].slice(1)));
  expect(sum(tallies['pings.located'])).toBeGreaterThan(500);
  expect(firmware.map(({ version }) => version).toSorted()).toEqual(['2.3.2', '2.3.3']);

  await seedAnalytics(demo.app, now);
  expect((await read()).tallies).toEqual(tallies);
});
