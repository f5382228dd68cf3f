// `npm run advisories`: fails on advisories of high or critical severity about packages that run in production.
// `advisories.json` lists accepted advisories, each with its reason and its last day. Without an answer of the
// registry's advisory service the check says so and does not fail.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeAdvisories, type Accepted, type AuditReport } from './advisories.rules.ts';
import { ROOT } from '../repository.ts';

const accepted = JSON.parse(readFileSync(join(ROOT, 'advisories.json'), 'utf8')) as Accepted[];
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8' });
const { isAnswered, failures, notes } = judgeAdvisories(reportOf(stdout), accepted, new Date());

for (const note of notes) console.log(note);
for (const failure of failures) console.error(failure);
if (!isAnswered)
  console.error('WARNING: THE ADVISORIES WERE NOT CHECKED: the advisory service of the registry did not answer.');
else if (failures.length === 0) console.log('No unaccepted advisory of high or critical severity.');
process.exit(failures.length === 0 ? 0 : 1);

function reportOf(text: string): AuditReport | null {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return null;
  }
}
