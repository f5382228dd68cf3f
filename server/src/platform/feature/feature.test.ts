import { expect, test } from 'vitest';
import { inOrder, type Feature } from './feature.ts';

const feature = (name: string, after?: readonly string[] | 'all'): Feature => ({
  name,
  deviceHandlers: [],
  ...(after === undefined ? {} : { after: { deviceHandlers: after } }),
});
const namesOf = (...features: Feature[]) => inOrder(features, 'deviceHandlers').map(({ name }) => name);

test('features keep the given order when none names a predecessor', () => {
  expect(namesOf(feature('b'), feature('a'))).toEqual(['b', 'a']);
});

test('a feature runs after its predecessors', () => {
  expect(namesOf(feature('a', ['c']), feature('b'), feature('c'))).toEqual(['b', 'c', 'a']);
});

test('a feature with `all` runs last', () => {
  expect(namesOf(feature('a', 'all'), feature('b', ['c']), feature('c'))).toEqual(['c', 'b', 'a']);
});

test('features without the part are left out', () => {
  expect(namesOf({ name: 'a' }, feature('b', ['a']))).toEqual(['b']);
});

test('a cycle is refused', () => {
  expect(() => namesOf(feature('a', ['b']), feature('b', ['a']))).toThrow('cycle among a, b');
});
