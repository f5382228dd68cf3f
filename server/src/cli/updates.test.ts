import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type Console } from '#testing/console';

let operator: Console;

beforeAll(async () => {
  operator = await openConsole('updates');
});
afterAll(() => operator.close());

test('the console publishes, lists and hides an update [FEED-01]', async () => {
  const added = await operator.runAlone('add', 'announcement', 'Maintenance', 'On Sunday from 2 am.');
  expect(added).toMatchObject({ code: 0, complaint: '' });
  const id = /[0-9a-f-]{36}/.exec(added.out)?.[0] ?? '';
  expect((await operator.run('list')).out).toMatch(new RegExp(`^${id}  \\S+Z  shown  announcement  Maintenance\n$`));
  expect(await operator.run('hide', id)).toMatchObject({ code: 0, out: 'Hidden.\n' });
  expect((await operator.run('list')).out).toContain('  hidden  ');
  expect(await operator.run('hide', id)).toMatchObject({ code: 1, out: '' });
});

test('the console reports wrong input instead of guessing [FEED-01]', async () => {
  for (const args of [[], ['add', 'feature', 'Title alone'], ['hide'], ['remove', 'x'], ['list', 'all']]) {
    expect(await operator.run(...args)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('Usage') as string,
    });
  }
  expect(await operator.run('add', 'gossip', 'Title', 'Words')).toMatchObject({ code: 1, out: '' });
  expect(await operator.run('add', 'feature', '   ', 'Words')).toMatchObject({ code: 1, out: '' });
  expect(await operator.run('add', 'feature', 'Title', 'x'.repeat(2_001))).toMatchObject({ code: 1, out: '' });
  expect(await operator.run('hide', "x'; drop table recent_updates")).toMatchObject({ code: 1, out: '' });
});
