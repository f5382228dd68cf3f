import { expect, test } from 'vitest';
import { workingLogoId } from '#testing/logo-pictures.ts';
import { fetchWithProgress } from './upload.ts';

const address = (id: string) => `/api/company-logos/${id}`;
const init = { method: 'POST', body: new Uint8Array(64_000), headers: { accept: 'application/json' } };

test('an upload tells how much has gone and answers as fetch does, also a refusal', async () => {
  const shares: number[] = [];
  const send = fetchWithProgress((share) => shares.push(share));
  const answer = await send(address(workingLogoId), init);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<svg');
  expect(shares.at(-1)).toBe(1);
  const refused = await send(address('lost'), init);
  expect([refused.status, await refused.text()]).toEqual([404, '']);
});

test('an aborted or unreachable upload fails like fetch', async () => {
  const send = fetchWithProgress(() => undefined);
  const controller = new AbortController();
  const stopped = send(address(workingLogoId), { ...init, signal: controller.signal });
  controller.abort();
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  await expect(send('http://127.0.0.1:1/', init)).rejects.toThrow(TypeError);
});
