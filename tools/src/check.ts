import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBoundaries } from './boundaries/boundaries.ts';
import { checkCitations } from './checks/citations.ts';
import { checkFeatureNames } from './checks/feature-names.ts';
import { checkFeatureWiring } from './checks/feature-wiring.ts';
import { checkFolderSizes } from './checks/folder-sizes.ts';
import { checkOutsidePaths } from './checks/outside-paths.ts';
import { checkLanguage } from './checks/language.ts';
import { checkLicences } from './checks/licences.ts';
import { lint } from './checks/lint.ts';
import { listFiles, listSources, ROOMS, ROOT } from './repository.ts';
import { checkRowIds } from './checks/row-ids.ts';
import { runChecks, type Check, type Verdict } from './run-checks.ts';
import { runTool } from './run-tool.ts';

/** As many as the smallest machine that we work on has cores. */
const LANES = 2;
/** tsc's data about unchanged files: the second run takes a fifth of the first. */
const TYPES_CACHE = 'node_modules/.cache/types';

/** `npm run check` runs all of these, `npm run check -- lint types` only the named checks. */
function allChecks(): Check[] {
  return [
    // The longest first, so that the other lane does the rest meanwhile.
    { name: 'lint', run: () => lint(ROOT) },
    ...typeChecks(),
    workerTypes,
    { name: 'format', run: () => runTool('oxfmt', ['--check', '.']) },
    { name: 'boundaries', run: judgeBoundaries },
    { name: 'sql', run: () => runTool('vitest', ['run', '--project=server', 'server/src/testing/sql-statements']) },
    { name: 'knip', run: () => runTool('knip', ['--no-progress', '--no-config-hints']) },
    { name: 'mutants', run: () => runTool(process.execPath, ['bench/src/mutants/mutants-apply.ts']) },
    { name: 'names', run: judgeNames },
    { name: 'wiring', run: judgeWiring },
    { name: 'rows', run: judgeRows },
    { name: 'outside', run: judgeOutsidePaths },
    { name: 'merges', run: judgeMerges },
    { name: 'citations', run: judgeCitations },
    { name: 'language', run: judgeLanguage },
    { name: 'licences', run: judgeLicences },
  ];
}

/** Returns a check per room with sources, because tsc refuses an empty room. */
function typeChecks(): Check[] {
  const sources = listSources(ROOT);
  return ROOMS.filter((room) => sources.some((source) => source.startsWith(`${room}/`))).map((room) => ({
    name: `types ${room}`,
    run: () => runTool('tsc', ['-p', room, '--incremental', '--tsBuildInfoFile', `${TYPES_CACHE}/${room}.tsbuildinfo`]),
  }));
}

/** The service worker has a separate environment: no page, other globals. */
const workerTypes: Check = { name: 'types worker', run: () => runTool('tsc', ['-p', 'web/src/service-worker']) };

async function judgeBoundaries(): Promise<Verdict> {
  const { failures, sourceCount, importCount } = await checkBoundaries(ROOT);
  return { failures, note: `${importCount} imports of ${sourceCount} files` };
}

async function judgeNames(): Promise<Verdict> {
  const files = listFiles(ROOT);
  return { failures: [...checkFeatureNames(files), ...checkFolderSizes(files)], note: `${files.length} files` };
}

async function judgeWiring(): Promise<Verdict> {
  const { failures, callCount } = checkFeatureWiring(ROOT);
  return { failures, note: `${callCount} ports given` };
}

async function judgeRows(): Promise<Verdict> {
  const { failures, namedCount, rowCount } = checkRowIds(ROOT);
  return { failures, note: `${namedCount} of ${rowCount} rows are named by a test` };
}

async function judgeOutsidePaths(): Promise<Verdict> {
  const { failures, fileCount } = checkOutsidePaths(ROOT);
  return { failures, note: `${fileCount} files` };
}

/** Finds the lines that git leaves where a merge was not finished. */
async function judgeMerges(): Promise<Verdict> {
  const files = listFiles(ROOT).filter((file) => /\.(?:[cm]?[jt]sx?|json|md|sql|css|html)$/.test(file));
  const isUnfinished = (file: string): boolean => /^(?:<{7}|>{7}) /m.test(readFileSync(join(ROOT, file), 'utf8'));
  const failures = files.filter(isUnfinished).map((file) => `${file} holds a merge that was not finished`);
  return { failures, note: `${files.length} files` };
}

async function judgeCitations(): Promise<Verdict> {
  const { failures, citationCount } = checkCitations(ROOT);
  return { failures, note: `${citationCount} citations` };
}

async function judgeLanguage(): Promise<Verdict> {
  const { failures, commentCount } = checkLanguage(ROOT);
  return { failures, note: `${commentCount} comments` };
}

async function judgeLicences(): Promise<Verdict> {
  const { failures, packageCount } = checkLicences(ROOT);
  return { failures, note: `${packageCount} packages` };
}

process.exitCode = await runChecks(allChecks(), process.argv.slice(2), LANES, (line) => console.log(line));
