// `npm run updates -- add TYPE TITLE DESCRIPTION | list | hide ID`: publishes updates from the server's console, with
// the server running or stopped.
import { newUpdateSchema } from '@trace/contract/recent-updates/recent-updates.schema';
import { createRecentUpdatesFeature } from '#features/recent-updates/recent-updates.feature';
import type { RecentUpdatesPort } from '#features/recent-updates/recent-updates.port';
import { systemClock } from '#platform/clock/clock';
import { createLog } from '#platform/log/log';
import { readSettings } from '#server/config/settings-file';
import { complain, isHelpAsked, printUsage } from './complain.ts';
import { z } from 'zod';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run updates -- add TYPE TITLE DESCRIPTION
       npm run updates -- list
       npm run updates -- hide ID
TYPE is one of feature, improvement, bugfix, announcement.`;

const log = createLog({ level: 'warn' });
const [verb, ...args] = process.argv.slice(2);

type Action = (updates: RecentUpdatesPort) => Promise<number>;

const action = isHelpAsked() ? null : actionOf(verb, args);
if (action === null) {
  process.exitCode = printUsage(USAGE);
} else {
  process.exitCode = await run(action);
}

function actionOf(name: string | undefined, [first, second, third, ...rest]: string[]): Action | null {
  if (rest.length > 0) return null;
  if (name === 'list' && first === undefined) return list;
  if (name === 'hide' && first !== undefined && second === undefined) return (updates) => hide(updates, first);
  if (name === 'add' && third !== undefined) return (updates) => add(updates, first, second, third);
  return null;
}

async function add(updates: RecentUpdatesPort, type: unknown, title: unknown, description: unknown): Promise<number> {
  const update = newUpdateSchema.safeParse({ type, title, description, isNew: true });
  if (!update.success) {
    console.error(z.prettifyError(update.error));
    return 1;
  }
  console.log(`Published as ${await updates.publish(update.data)}.`);
  return 0;
}

async function list(updates: RecentUpdatesPort): Promise<number> {
  for (const { id, publishedAt, type, title, isActive } of await updates.all()) {
    console.log([id, publishedAt.toISOString(), isActive ? 'shown' : 'hidden', type, title].join('  '));
  }
  return 0;
}

async function hide(updates: RecentUpdatesPort, id: string): Promise<number> {
  if (z.uuid().safeParse(id).success && (await updates.hide(id))) {
    console.log('Hidden.');
    return 0;
  }
  console.error('No visible update has this ID.');
  return 1;
}

/** Answers the exit code: 0 done, 1 refused with the reason on stderr. */
async function run(act: Action): Promise<number> {
  try {
    return await withDatabase({ config: readSettings(process.env), log }, (database) =>
      act(createRecentUpdatesFeature({ database, clock: systemClock() }).port),
    );
  } catch (error) {
    return complain(error);
  }
}
