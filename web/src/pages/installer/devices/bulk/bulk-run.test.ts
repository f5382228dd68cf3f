import { ApiError } from '@trace/contract/kernel/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { aRow } from '#testing/fake-server/devices/fake-server-table.ts';
import { runBulk, useBulkRun, type BulkResult } from './bulk-run.ts';

const devices = ['A', 'B', 'C'].map((name) => aRow(`Trace_${name}`, name));

async function failing(name: string, error: Error): Promise<[string, string | null][]> {
  const results: BulkResult[] = [];
  const change = ({ name: asked }: { name: string }) => (asked === name ? Promise.reject(error) : Promise.resolve());
  await runBulk(devices, change, (result) => results.push(result));
  return results.map(({ device, failure }) => [device.name, failure]);
}

const refusal = (status: number, code: 'conflict' | 'too_many_requests', message: string) =>
  new ApiError(status, { code, message, requestId: 'r' });

test('a refused device leaves the other devices changed [IDEV-11]', async () => {
  expect(await failing('B', refusal(409, 'conflict', 'It has a user.'))).toEqual([
    ['A', null],
    ['B', 'It has a user.'],
    ['C', null],
  ]);
});

test('a rate limit stops the run and names the devices that were not tried [IDEV-11]', async () => {
  expect(await failing('B', refusal(429, 'too_many_requests', 'Try again in 60 s.'))).toEqual([
    ['A', null],
    ['B', 'Try again in 60 s.'],
    ['C', 'Not tried.'],
  ]);
});

type Run = ReturnType<typeof useBulkRun>;

function Dialog({ onRender }: { onRender: (run: Run) => void }) {
  onRender(useBulkRun());
  return null;
}

test('a second press in one turn changes no device twice [IDEV-11]', async () => {
  let bulk!: Run;
  const dialog = createElement(Dialog, { onRender: (rendered) => (bulk = rendered) });
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, dialog));
  const changed: string[] = [];
  const press = () => bulk.run(devices, async ({ name }) => void changed.push(name));
  await Promise.all([press(), press()]);
  expect(changed).toEqual(['A', 'B', 'C']);
});
