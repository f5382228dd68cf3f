import { STREAM_PATH } from '@trace/contract/kernel/stream';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { bareServer } from '#testing/bare-server';
import { eventually } from '#testing/eventually';
import { hiddenRoute } from '../route-policies.ts';

test('answered requests are measured by method and kind of status, a stream is not', async () => {
  const metrics = new Registry();
  const server = await bareServer({
    metrics,
    extend: (edges) => {
      edges.get(STREAM_PATH, hiddenRoute('anybody'), (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200).end('data: once\n\n');
      });
      edges.get('/api/good', hiddenRoute('anybody'), async () => 'good');
    },
  });
  const { url } = await server.start();
  const counted = async (): Promise<object[]> => {
    const found = await metrics.getSingleMetric('trace_http_request_seconds')!.get();
    const values = found.values as { metricName?: string; labels: object; value: number }[];
    return values
      .filter(({ metricName }) => metricName?.endsWith('_count'))
      .map(({ labels, value }) => ({ ...labels, value }));
  };

  for (const path of [STREAM_PATH, '/api/good', '/api/missing']) await (await fetch(url + path)).text();

  const counts = await eventually(counted, ({ length }) => length === 2);
  await server.stop();
  expect(counts).toEqual([
    { method: 'GET', status: '2xx', value: 1 },
    { method: 'GET', status: '4xx', value: 1 },
  ]);
});
