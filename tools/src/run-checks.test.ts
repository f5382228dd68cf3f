import { expect, test } from 'vitest';
import { runChecks, type Check } from './run-checks.ts';
import { runTool } from './run-tool.ts';

function green(name: string): Check {
  return { name, run: async () => ({ failures: [], note: 'looked' }) };
}

async function run(checks: Check[], wanted: string[] = []) {
  const lines: string[] = [];
  const exitCode = await runChecks(checks, wanted, 2, (line) => lines.push(line));
  return { exitCode, lines };
}

test('exits with 0 and prints a line per check when all checks pass', async () => {
  const { exitCode, lines } = await run([green('lint'), green('types server'), green('types web')]);
  expect(exitCode).toBe(0);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^ok {3}lint +\d+\.\d s {2}looked$/);
});

test('exits with 1, shows the failure and still runs the other checks when a check fails', async () => {
  const red: Check = { name: 'lint', run: async () => ({ failures: ['a.ts: wrong'] }) };
  const { exitCode, lines } = await run([red, green('types server')]);
  expect(exitCode).toBe(1);
  expect(lines.join('\n')).toContain('     a.ts: wrong');
  expect(lines.join('\n')).toContain('ok   types server');
  expect(lines.at(-1)).toContain('failed: lint');
});

test('a check that breaks has failed', async () => {
  const broken: Check = { name: 'lint', run: () => Promise.reject(new Error('no parser')) };
  const { exitCode, lines } = await run([broken]);
  expect(exitCode).toBe(1);
  expect(lines.join('\n')).toContain('no parser');
});

test('runs only the checks that are named', async () => {
  const { exitCode, lines } = await run([green('lint'), green('types server'), green('types web')], ['types']);
  expect(exitCode).toBe(0);
  expect(lines.filter((line) => line.startsWith('ok'))).toHaveLength(2);
});

test('a misspelt check name is a failure', async () => {
  const { exitCode, lines } = await run([green('lint')], ['lnit']);
  expect(exitCode).toBe(1);
  expect(lines).toEqual(['no such check: lnit (there are lint)']);
});

test('a tool that ends badly, or is not there, is a failure', async () => {
  const bad = await runTool('node', ['-e', 'console.log("why"); process.exit(3)']);
  expect(bad.failures[0]).toMatch(/^why\nnode .* ended with code 3$/s);
  const missing = await runTool('no-such-tool', []);
  expect(missing.failures[0]).toContain('no-such-tool did not start');
});
