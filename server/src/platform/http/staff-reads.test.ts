import { endpoint } from '@trace/contract/kernel/endpoint';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { bareServer } from '#testing/bare-server';
import type { StaffRead } from './serve-endpoint.ts';
import { route, type Route } from './route.ts';

const staff = {
  ...{ accountId: '0195f3a0-0000-7000-8000-000000000001', sessionId: 's', role: 'staff' as const },
  ...{ email: 'ann@trace.example', firstName: 'Ann', lastName: 'Lee', timeZone: 'UTC', provedAt: new Date(0) },
};
const read = { method: 'GET', who: 'staff', summary: 'A test.', answer: z.strictObject({ is: z.string() }) } as const;
const person = endpoint({
  ...read,
  name: 'people.read',
  path: '/api/people/{id}',
  params: z.strictObject({ id: z.string() }),
  refusals: [],
});
const counts = endpoint({ ...read, name: 'desk.counts', path: '/api/counts', holdsNoPersonalData: true, refusals: [] });

async function serve(onStaffRead: (read: StaffRead) => Promise<void>): Promise<{ url: string; handled: string[] }> {
  const handled: string[] = [];
  const handle = (each: typeof person | typeof counts): Route =>
    route(each, async () => {
      handled.push(each.name);
      return { is: 'shown' };
    });
  const routes = [handle(person), handle(counts)];
  const server = await bareServer({ routes, authenticate: async () => staff, onStaffRead });
  onTestFinished(() => server.stop());
  return { url: (await server.start()).url, handled };
}

test('each read of staff is recorded before the answer, except reads without personal data [SUPL-06]', async () => {
  const reads: unknown[] = [];
  const { url, handled } = await serve(async ({ endpoint: { name }, actor, params }) => {
    reads.push({ name, by: actor.email, params, handledBefore: [...handled] });
  });
  expect(await (await fetch(`${url}/api/people/7`)).json()).toEqual({ is: 'shown' });
  expect((await fetch(`${url}/api/counts`)).status).toBe(200);
  expect(reads).toEqual([{ name: 'people.read', by: staff.email, params: { id: '7' }, handledBefore: [] }]);
});

test('staff read nothing when the read cannot be recorded [SUPL-06]', async () => {
  const { url, handled } = await serve(async () => {
    throw new Error('the audit log is away');
  });
  const answer = await fetch(`${url}/api/people/7`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('shown');
  expect(handled).toEqual([]);
});
