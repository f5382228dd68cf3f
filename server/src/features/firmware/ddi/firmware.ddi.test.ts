// The interface of update clients that others wrote (hawkBit DDI).
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDeliveryWorld, type DeliveryWorld } from '#testing/worlds/firmware-delivery-world';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await startDeliveryWorld();
});
afterAll(() => world.stop());

const staff = { accountId: '00000000-0000-4000-8000-000000000001' } as never;
const origin = { requestId: '00000000-0000-4000-8000-000000000002', address: '192.0.2.1', userAgent: '' };

async function client(serial: string) {
  const id = await world.device(serial);
  const { token } = await world.tokens.make({ actor: staff, origin, serial });
  const base = `${world.url}/ddi/default/controller/v1/${serial}`;
  const call = async (url: string, method = 'GET', body?: unknown) => {
    const answer = await fetch(url, {
      method,
      headers: { authorization: `TargetToken ${token}`, 'content-type': 'application/json;charset=UTF-8' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as never };
  };
  return { id, base, call };
}

test('a client polls, loads the artifact of the deployment, and closes it with success [FWM-02]', async () => {
  const { id, base, call } = await client('Trace_ddi1');
  const configData = { href: `${base}/configData` };
  const config = { polling: { sleep: '00:05:00' } };
  expect(await call(base)).toEqual({ status: 200, json: { config, _links: { configData } } });
  const { offer } = world.offer(id);
  const deploymentBase = { href: `${base}/deploymentBase/${offer.number}` };
  expect((await call(base)).json).toEqual({ config, _links: { deploymentBase, configData } });

  const { json } = await call(deploymentBase.href);
  const { id: action, deployment } = json as { id: string; deployment: { chunks: { artifacts: [Artifact] }[] } };
  expect(action).toBe(String(offer.number));
  const [{ hashes, size, filename, _links }] = deployment.chunks[0]!.artifacts;
  const image = Buffer.from(await (await fetch(_links.download.href)).arrayBuffer());
  const hashOf = (name: string): string => createHash(name).update(image).digest('hex');
  expect([size, filename]).toEqual([image.length, 'firmware-1.1.0.swu']);
  expect(hashes).toEqual({ sha1: hashOf('sha1'), md5: hashOf('md5'), sha256: hashOf('sha256') });

  // The client of Debian 12 sends the id as a number, a time, and no details.
  const status = { result: { progress: { cnt: 1, of: 2 }, finished: 'success' }, execution: 'closed', details: [''] };
  const feedback = { id: offer.number, time: '20261125T101500', status };
  expect((await call(`${deploymentBase.href}/feedback`, 'POST', feedback)).status).toBe(200);
  expect(world.updates.reports.at(-1)).toMatchObject({
    updateId: offer.updateId,
    report: { state: 'done', version: '1.1.0' },
  });
});

interface Artifact {
  filename: string;
  size: number;
  hashes: Record<string, string>;
  _links: { download: { href: string } };
}

test.each([
  ['download', 'none', { state: 'downloading' }],
  ['proceeding', 'none', { state: 'downloading' }],
  ['downloaded', 'none', { state: 'installing' }],
  // A device that installed during the pause would else seem to run the old version, and to have gone back.
  ['closed', 'none', { state: 'done', version: '1.1.0' }],
  ['closed', 'failure', { state: 'failed', failure: 'install_failed', detail: 'no room · try later' }],
  ['rejected', 'none', { state: 'failed', failure: 'other', detail: 'no room · try later' }],
])('the feedback %s with %s is stored as a report, while the rollout is paused too [FWM-02]', async (...row) => {
  const [execution, finished, report] = row;
  const { id, base, call } = await client(`Trace_ddi_${execution}_${finished}`);
  const update = world.offer(id);
  update.runs = false;
  const status = { execution, result: { finished }, details: ['no room', 'try later'] };
  const feedback = `${base}/deploymentBase/${update.offer.number}`;
  expect((await call(`${feedback}/feedback`, 'POST', { id: '1', status })).status).toBe(200);
  expect(world.updates.reports.at(-1)!.report).toMatchObject(report);
  expect((await call(feedback)).status).toBe(410);
});

test('a client describes its device, and its next offer fits that [FWM-02]', async () => {
  const { base, call } = await client('Trace_ddi_config');
  const data = { model: 'gps-tracker', version: '1.0.0', chip: 'esp32', hw: 7 };
  expect((await call(`${base}/configData`, 'PUT', { id: '', mode: 'merge', data })).status).toBe(200);
  expect(world.updates.selves.at(-1)).toEqual({
    ...{ model: 'gps-tracker', version: '1.0.0', chip: 'esp32', sequence: null },
  });
});

test('a client gets nothing of another device, another tenant, or an unknown action [FWM-02]', async () => {
  const [own, other] = [await client('Trace_ddi_own'), await client('Trace_ddi_other')];
  const { offer } = world.offer(other.id);
  const statusOf = async (...call: Parameters<typeof own.call>) => (await own.call(...call)).status;
  expect(await statusOf(other.base)).toBe(403);
  expect(await statusOf(`${own.base}/deploymentBase/${offer.number}`)).toBe(410);
  const closed = { status: { execution: 'closed', result: { finished: 'success' } } };
  expect(await statusOf(`${own.base}/deploymentBase/${offer.number}/feedback`, 'POST', closed)).toBe(404);
  expect(await statusOf(`${own.base}/deploymentBase/x/feedback`, 'POST', closed)).toBe(404);
  expect(await statusOf(`${own.base}/deploymentBase/1/feedback`, 'POST', { status: {} })).toBe(400);
  expect(await statusOf(`${own.base}/cancelAction/1`)).toBe(404);
  expect(await statusOf(own.base.replace('/default/', '/other/'))).toBe(404);
  expect((await fetch(own.base)).status).toBe(401);
});
