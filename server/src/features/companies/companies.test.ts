import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal } from '#testing/portal';
import { rawCall } from '#testing/raw-call';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test('smoke', async () => {
  const installer = await portal.person({ role: 'installer' });
  const sharp = (await import('sharp')).default;
  const png = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'red' } }).png().toBuffer();
  const res = await fetch(portal.url + '/api/company-logos', { method: 'POST', body: new Uint8Array(png), headers: { cookie: installer.cookie, 'content-type': 'application/octet-stream' } });
  console.log(res.status, await res.clone().text());
  const { logoId } = await res.json() as any;
  const got = await fetch(portal.url + '/api/company-logos/' + logoId, { headers: { cookie: installer.cookie } });
  console.log(got.status, [...got.headers], (await got.arrayBuffer()).byteLength);
  const made = await rawCall(portal, { method: 'POST', path: '/api/companies', person: installer, body: { name: 'Harbour', email: 'Help@harbour.example', phone: null, website: null, abnAcn: '51 824 753 556', address: null, logoId } });
  console.log(made.status, made.text);
  const doc = await rawCall(portal, { path: '/openapi.json' });
  console.log(JSON.stringify((doc.json as any).paths['/api/company-logos'], null, 1), JSON.stringify((doc.json as any).paths['/api/company-logos/{id}'].get.responses, null, 0).slice(0, 300));
  expect(made.status).toBe(200);
});
