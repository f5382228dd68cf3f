import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { privacyTexts } from '@trace/contract/accounts/accounts.privacy.texts';
import { DAY_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { breakGlassRules } from '@trace/contract/location-access/break-glass/location-access.break-glass.rules';
import { cookieRules } from '@trace/contract/privacy/privacy.cookies.rules';
import { viewerRows } from '@trace/contract/privacy/privacy.lists.texts';
import { recipientSources } from '@trace/contract/privacy/privacy.recipients.rules';
import { storageNames } from '@trace/contract/privacy/privacy.storage.rules';
import { backupRules, retentionJobs, retentionPeriods } from '@trace/contract/retention/retention.rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthCookies } from '#features/auth/sessions/auth.cookies.service';
import { startPortal, type Portal } from '#testing/portal';
import { readConfig } from './config/config.ts';

const root = join(import.meta.dirname, '../..');

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** The sources of a workspace without tests, by their path. */
function sourcesIn(folder: string): [string, string][] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|js)$/.test(path) && !/test|testing/.test(path))
    .map((path) => [path, readFileSync(join(root, folder, path), 'utf8')]);
}

const policy = JSON.stringify(privacyTexts);

test('the server sets exactly the cookies that the privacy policy names, for as long [SET-05] [LAND-06]', () => {
  const cookies = createAuthCookies({ secret: 'secret', isSecure: false });
  const now = new Date(0);
  const set = [
    cookies.session('token'),
    cookies.step('token'),
    cookies.browserMark({ accountId: 'a', generation: 1 }, now),
    cookies.signUpMark('id', now),
  ];
  const described = set.map((header) => /^(\w+)=.*Max-Age=(\d+)/.exec(header)!.slice(1));
  const listed = Object.values(cookieRules).map(({ name, keptMs }) => [name, String(keptMs / 1_000)] as const);
  expect(new Map(described as [string, string][])).toEqual(new Map(listed));
  for (const { name } of Object.values(cookieRules)) expect(policy).toContain(`"${name}"`);
  const setters = sourcesIn('server/src').filter(([, text]) => text.includes('Max-Age='));
  expect(setters.map(([path]) => path)).toEqual(['features/auth/sessions/auth.cookies.service.ts']);
});

test('the web stores in a browser only what the privacy policy names [SET-05] [LAND-06]', () => {
  const calls =
    /(?:(?:local|session)Storage\.(?:get|set|remove)Item|openDatabase|caches\.open|localStorageColorSchemeManager)\(([^,)]*)|createStore\(('[^']*'|storageNames[^,)]*)/g;
  const used = sourcesIn('web/src').flatMap(([path, text]) =>
    [...text.matchAll(calls)].map((call) => [path, (call[1] ?? call[2])!.trim()] as const),
  );
  expect(used.length).toBeGreaterThan(10);
  const literals = used.filter(([, key]) => key.startsWith("'") || key.startsWith('`'));
  expect(literals).toEqual([]);
  const web = sourcesIn('web/src').map(([, text]) => text);
  // Layers of the map, and channels and locks between tabs, which store nothing.
  const unstored = /^'trace-(points|points-minor|path|sign-up|outbox|checkout|activity|push)'$/;
  const named = web.flatMap((text) => [...text.matchAll(/'trace-[a-z-]+'/g)].map(([name]) => name));
  expect(named.filter((name) => !unstored.test(name))).toEqual([]);
  for (const [kind, name] of Object.entries(storageNames)) {
    expect(policy).toContain(`"${name}"`);
    expect(
      web.some((text) => text.includes(`storageNames.${kind}`)),
      kind,
    ).toBe(true);
  }
  for (const [, text] of sourcesIn('web/public')) {
    const keys = [...text.matchAll(/Storage\.\w+\('([^']+)'/g)].map(([, key]) => key!);
    for (const key of keys) expect(Object.values(storageNames)).toContain(key);
  }
});

test('each part of the server that sends data to an outside service is a recipient [SET-05] [LAND-06]', () => {
  const sources = Object.values<string>(recipientSources);
  const folders = readdirSync(join(root, 'server/src/integrations'), { withFileTypes: true });
  for (const { name } of folders.filter((entry) => entry.isDirectory()))
    expect(sources).toContain(`server/src/integrations/${name}`);
  const callers = sourcesIn('server/src/platform')
    .filter(([, text]) => /from '(nodemailer|web-push|@aws-sdk|aws4fetch|node:https)|\bfetch\(|httpsRequest/.test(text))
    .map(([path]) => `server/src/platform/${path.split('/')[0]!}`);
  for (const caller of callers) expect(sources).toContain(caller);
});

test('the privacy policy names everyone who can see a location, also support staff and panic contacts [SET-05] [SUPL-07] [PANIC-07]', () => {
  const sharing = JSON.stringify(privacyTexts.sections.find(({ id }) => id === 'sharing'));
  for (const row of Object.values(viewerRows)) expect(sharing).toContain(JSON.stringify(row));
  expect(sharing).toContain(`for ${breakGlassRules.livesMs / MINUTE_MS} minutes at most`);
  expect(sharing).not.toContain('no positions');
});

test('the privacy policy says that an added phone reports its location, and what is stored of panic contacts [SET-05]', () => {
  const collected = JSON.stringify(privacyTexts.sections.find(({ id }) => id === 'collected'));
  expect(collected).toContain('only if you add the phone as a device');
  expect(collected).toContain('email address and phone number of each panic contact');
});

test('each period that the privacy policy promises is enforced by a scheduled job [SET-05] [LAND-06]', () => {
  const server = sourcesIn('server/src').map(([, text]) => text);
  for (const kind of Object.keys(retentionJobs)) {
    const call = new RegExp(`schedule\\(\\s*retentionJobs\\.${kind}\\b`);
    expect(
      server.some((text) => call.test(text)),
      kind,
    ).toBe(true);
  }
  for (const kind of Object.keys(retentionPeriods))
    expect(
      server.some((text) => text.includes(`kind: '${kind}', take: `)),
      kind,
    ).toBe(true);
});

test('the privacy policy says how long backups hold deleted data, as the settings do without a choice [SET-05] [SCALE-05]', () => {
  const { everyMs, keep } = readConfig({}).backups;
  const days = (everyMs * keep) / DAY_MS;
  expect(policy).toContain(`Deleted data leaves them ${days} days later`);
  expect(policy).toContain(`can stay until ${backupRules.keptBeforeUpgrades} later upgrades`);
});
