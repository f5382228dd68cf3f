import { logoRules } from '@trace/contract/companies/companies.rules';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { sql } from 'kysely';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPicture, makeCompany, sendFile, uploadLogo } from '#testing/worlds/company-world';
import { eventually } from '#testing/eventually';
import { startOtherProcess } from '#testing/other-process';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { refusalIn, type RawAnswer } from '#testing/raw-call';
import { startS3StandIn } from '#testing/stand-ins/s3-stand-in';
import { pngOf, withApngFrames } from '#testing/strange-pictures';

let portal: Portal;
let owner: SignedIn;
let directory: string;
beforeAll(async () => {
  portal = await startPortal({}, (config) => {
    directory = config.dataDirectory;
    return config;
  });
  owner = await portal.person({ role: 'installer' });
});
afterAll(() => portal.stop());

const upload = (file: Uint8Array): Promise<RawAnswer> => sendFile(portal, '/api/company-logos', owner, file);

async function stored(file: Uint8Array): Promise<{ headers: Headers; bytes: Buffer }> {
  const logoId = await uploadLogo(portal, owner, file);
  const answer = await fetch(`${portal.url}/api/company-logos/${logoId}`, { headers: { cookie: owner.cookie } });
  expect(answer.status).toBe(200);
  // In this process, the server reads PNG and JPEG only. The test unblocks WebP to read the result.
  sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] });
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });

test('a picture is re-encoded as WebP of at most 512 pixels, cached for good, never run as content [COMP-02] [T41]', async () => {
  const { headers, bytes } = await stored(await canvas(2_000, 1_000).png().toBuffer());
  const meta = await sharp(bytes).metadata();
  expect([meta.format, meta.width, meta.height]).toEqual(['webp', 512, 256]);
  expect(headers.get('content-type')).toBe('image/webp');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
});

test('a JPEG loses all metadata including the GPS position, and is turned upright [T41]', async () => {
  const photo = await canvas(300, 200)
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'Sam at Manly' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 47/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '151/1 17/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const before = await sharp(photo).metadata();
  expect(before.exif?.includes('Sam at Manly')).toBe(true);
  const { bytes } = await stored(photo);
  const meta = await sharp(bytes).metadata();
  expect([meta.exif, meta.xmp, meta.iptc, meta.icc]).toEqual([undefined, undefined, undefined, undefined]);
  expect(bytes.includes('Manly')).toBe(false);
  expect(bytes.includes('EXIF')).toBe(false);
  expect([before.orientation, meta.width, meta.height]).toEqual([6, 200, 300]);
});

test('a CMYK JPEG becomes a picture that every browser shows [T41]', async () => {
  const cmyk = await canvas(80, 40).toColourspace('cmyk').jpeg().toBuffer();
  expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
  const { bytes } = await stored(cmyk);
  const meta = await sharp(bytes).metadata();
  expect([meta.format, meta.space, meta.channels]).toEqual(['webp', 'srgb', 3]);
});

test('an animated picture becomes a still picture [T41]', async () => {
  const { bytes } = await stored(withApngFrames(await canvas(64, 64).png().toBuffer()));
  const meta = await sharp(bytes).metadata();
  expect([meta.format, meta.pages ?? 1]).toEqual(['webp', 1]);
});

test('content hidden behind or inside a picture is dropped [T41]', async () => {
  const script = '<script>alert(document.domain)</script><svg onload="alert(1)"/>PK\u0003\u0004';
  const behind = Buffer.concat([await aPicture(), Buffer.from(script)]);
  const inside = pngOf(4, 4, { text: script });
  for (const file of [behind, inside]) {
    const { bytes } = await stored(file);
    expect((await sharp(bytes).metadata()).format).toBe('webp');
    expect(bytes.includes('alert')).toBe(false);
  }
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  ['an SVG', () => Buffer.from(svg), texts.logoNotImage],
  ['an SVG that begins with an XML line', () => Buffer.from(`<?xml version="1.0"?>${svg}`), texts.logoNotImage],
  ['a page', () => Buffer.from('<!doctype html><img src=x onerror=alert(1)>'), texts.logoNotImage],
  ['a GIF', () => canvas(10, 10).gif().toBuffer(), texts.logoNotImage],
  ['a WebP', () => canvas(10, 10).webp().toBuffer(), texts.logoNotImage],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), texts.logoNotImage],
  ['text', () => Buffer.from('logo.png'), texts.logoNotImage],
  [
    'the first bytes of a PNG and a page',
    () => Buffer.concat([pngOf(1, 1).subarray(0, 8), Buffer.from(svg)]),
    texts.logoNotImage,
  ],
  [
    'the first bytes of a JPEG and a page',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
    texts.logoNotImage,
  ],
  ['a PNG that was cut off', async () => (await noise(400)).subarray(0, 60_000), texts.logoNotImage],
  [
    'a JPEG that was cut off',
    async () => (await canvas(900, 900).jpeg().toBuffer()).subarray(0, 400),
    texts.logoNotImage,
  ],
  ['a PNG bomb of 30,000 pixels a side', () => pngOf(30_000, 30_000), texts.logoTooLarge],
  ['a PNG that is a line of 20,000 pixels', () => pngOf(20_000, 1), texts.logoTooLarge],
  ['a PNG that says to be of no size', () => pngOf(0, 0), texts.logoNotImage],
])('%s is refused as a logo [T41] [COMP-02]', async (_what, make, words) => {
  const answer = await upload(await make());
  expect([answer.status, refusalIn(answer).message, refusalIn(answer).field]).toEqual([400, words, 'body']);
});

/** Does not compress: a picture of `side` times `side` times 3 bytes. */
async function noise(side: number): Promise<Buffer> {
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

test('accepts a file under 5 MB and refuses a file of 5 MB [COMP-02] [T41]', async () => {
  const picture = await noise(1_200);
  const padded = (sizeBytes: number) => Buffer.concat([picture, Buffer.alloc(sizeBytes - picture.length)]);
  expect((await upload(padded(logoRules.tooBigBytes - 1))).status).toBe(200);
  const answer = await upload(padded(logoRules.tooBigBytes));
  expect([answer.status, refusalIn(answer).message]).toEqual([413, 'Image size must be less than 5MB']);
});

test('many pictures at once are processed in turn or refused for the moment [T41]', async () => {
  const person = await portal.person({ role: 'installer' });
  const picture = await noise(600);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sendFile(portal, '/api/company-logos', person, picture)),
  );
  for (const { status } of answers) expect([200, 503]).toContain(status);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
  expect((await sendFile(portal, '/api/company-logos', person, picture)).status).toBe(200);
});

test('deletes the files of logos that no company shows [COMP-02] [COMP-06]', async () => {
  const person = await portal.person({ role: 'installer' });
  const company = await makeCompany(portal, person);
  const draft = await uploadLogo(portal, person);
  const files = async (): Promise<string[]> => readdir(join(directory, 'files', 'logos'));
  expect(await files()).toEqual(expect.arrayContaining([`${draft}.webp`, `${company.logoId}.webp`]));
  await sql`update company_logo set expires_at = ${portal.clock.now()} where id = ${draft}`.execute(
    portal.test.database.sql,
  );
  await portal.clock.advance(61_000);
  await eventually(files, (found) => !found.includes(`${draft}.webp`));
  expect(await files()).toContain(`${company.logoId}.webp`);
  const { rows } = await sql`select from company_logo where id = ${draft}`.execute(portal.test.database.sql);
  expect(rows).toEqual([]);
});

test('stores the row of a logo before its file, so that the sweep finds files of an interrupted upload [COMP-02]', async () => {
  const person = await portal.person({ role: 'installer' });
  await makeCompany(portal, person);
  const folder = join(directory, 'files', 'logos');
  await rename(folder, `${folder}.aside`);
  await writeFile(folder, 'no folder, so no file can be stored');
  const answer = await sendFile(portal, '/api/company-logos', person, await aPicture());
  await rm(folder);
  await rename(`${folder}.aside`, folder);
  expect(answer.status).toBe(500);
  const { rows } = await sql<{ companyId: string | null; expiresAt: Date }>`
    select company_id, expires_at from company_logo where uploaded_by = ${person.id} and company_id is null`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ companyId: null, expiresAt: expect.any(Date) }]);
});

test('stores logos in a bucket when one is configured, and every process reads them there [COMP-02] [SCALE-02]', async () => {
  const standIn = await startS3StandIn();
  const address = `s3://${standIn.accessKeyId}:secret@trace/portal?endpoint=${encodeURIComponent(standIn.endpoint)}`;
  const shared = await startPortal({ FILES_URL: address });
  const other = await startOtherProcess(shared, { FILES_URL: address });
  const person = await shared.person({ role: 'installer' });
  const logoId = await uploadLogo(shared, person);
  expect([...standIn.objects.keys()]).toEqual([`trace/portal/logos/${logoId}.webp`]);
  for (const { url } of [shared, other]) {
    const answer = await fetch(`${url}/api/company-logos/${logoId}`, { headers: { cookie: person.cookie } });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(standIn.objects.values().next().value!)).toBe(true);
  }
  await other.stop();
  await shared.stop();
  await standIn.stop();
});
