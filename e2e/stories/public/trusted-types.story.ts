import { expect, test } from '../../fixtures.ts';

const WRITE_MARKUP = `
  try {
    document.createElement('div').innerHTML = '<img src="x" onerror="run()">';
    'written';
  } catch (error) {
    error.name;
  }`;

test('text never becomes markup or a script [T68] [GUARD-08]', async ({ context }) => {
  // A page of its own, because the story's page may violate no rule.
  const attacked = await context.newPage();
  await attacked.goto('/');
  expect(await attacked.evaluate(WRITE_MARKUP)).toBe('TypeError');
});
