import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bareServer } from '#testing/bare-server';
import { hiddenRoute } from '../route-policies.ts';

test('a stopping server answers the requests under way and refuses new connections [SCALE-02]', async () => {
  const isAsked = Promise.withResolvers<void>();
  const server = await bareServer({
    extend(instance) {
      instance.get('/slow', hiddenRoute('anybody'), async () => {
        isAsked.resolve();
        await wait(200);
        return 'done';
      });
    },
  });
  const { url } = await server.start();
  const answer = fetch(`${url}/slow`).then(async (response) => ({
    text: await response.text(),
    connection: response.headers.get('connection'),
  }));
  await isAsked.promise;
  const stopped = server.stopAccepting();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  await stopped;
  expect(await answer).toEqual({ text: 'done', connection: 'close' });
  await server.stop();
});
