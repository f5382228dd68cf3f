import { expect, test } from 'vitest';
import { ownPath, readNotice } from './pushed-notice.ts';

test('a pushed notice is parsed, and an unreadable notice falls back to defaults [PWA-01]', () => {
  const pushed = { title: 'Van', body: 'Offline since 14:20', url: '/user?device=A', tag: 'van-offline' };
  expect(readNotice(JSON.stringify(pushed))).toEqual(pushed);
  for (const text of ['', 'no JSON', 'null', '[]', '{"title":7,"body":{},"tag":""}'])
    expect(readNotice(text)).toEqual({ title: 'Trace', body: '', url: '/' });
});

test.each([
  ['/user?tab=live', '/user?tab=live'],
  ['/installer/devices#Trace_1', '/installer/devices#Trace_1'],
  ['//evil.example/user', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [undefined, '/'],
])('a notice links only to a page of the portal: %s [PWA-01] [T69]', (wanted, path) => {
  expect(ownPath(wanted)).toBe(path);
});
