/** The result of a check: a text per failure, and a note on the checked material. */
export type Verdict = { failures: string[]; note?: string };
export type Check = { name: string; run: () => Promise<Verdict> };

const OUTPUT_LIMIT_LINES = 300;

/**
 * Runs the checks whose first word is in `wanted` (all when empty), `lanes` at a time.
 * `print` gets a line per check, with the failures below. Returns exit code 1 when a check failed. A name in `wanted`
 * without a check also returns 1, because a misspelt check must not look green.
 */
export async function runChecks(
  checks: readonly Check[],
  wanted: readonly string[],
  lanes: number,
  print: (line: string) => void,
): Promise<0 | 1> {
  const names = new Set(checks.map(groupOf));
  const unknown = wanted.filter((name) => !names.has(name));
  if (unknown.length > 0) {
    print(`no such check: ${unknown.join(', ')} (there are ${[...names].join(', ')})`);
    return 1;
  }
  const startedMs = performance.now();
  const chosen = checks.filter((check) => wanted.length === 0 || wanted.includes(groupOf(check)));
  const failedNames = await runInLanes(chosen, lanes, print);
  const verdict = failedNames.length === 0 ? 'all green' : `failed: ${failedNames.join(', ')}`;
  print(`${chosen.length} checks in ${seconds(startedMs)}, ${verdict}`);
  return failedNames.length === 0 ? 0 : 1;
}

/** `types` of `types server`. */
function groupOf(check: Check): string {
  return check.name.split(' ')[0] ?? check.name;
}

async function runInLanes(checks: readonly Check[], lanes: number, print: (line: string) => void): Promise<string[]> {
  const queue = [...checks];
  const failedNames: string[] = [];

  async function lane(): Promise<void> {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const isGreen = await runOne(check, print);
      if (!isGreen) failedNames.push(check.name);
    }
  }

  await Promise.all(Array.from({ length: lanes }, lane));
  return failedNames;
}

async function runOne(check: Check, print: (line: string) => void): Promise<boolean> {
  const startedMs = performance.now();
  const { failures, note = '' } = await verdictOf(check);
  const mark = failures.length === 0 ? 'ok  ' : 'FAIL';
  print(`${mark} ${check.name.padEnd(16)} ${seconds(startedMs).padStart(7)}  ${note}`.trimEnd());
  const lines = failures.flatMap((failure) => failure.split('\n'));
  for (const line of lines.slice(0, OUTPUT_LIMIT_LINES)) print(`     ${line}`);
  if (lines.length > OUTPUT_LIMIT_LINES) print(`     … and ${lines.length - OUTPUT_LIMIT_LINES} more lines`);
  return failures.length === 0;
}

/** A check that breaks has failed; the others still run. */
async function verdictOf(check: Check): Promise<Verdict> {
  try {
    return await check.run();
  } catch (error) {
    return { failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
