// `npm run audit -- verify [NUMBER HASH]`: checks the hash chain over the audit log, while the server runs or not.
import { openDatabase } from '#platform/db/database';
import { verifyAuditLog, type ChainVerdict, type NotedPlace } from '#platform/audit/chain';
import { blamingOwner } from '#platform/db/embedded/database-start-reason';
import { createLog } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { readSettings } from '#server/config/settings-file';
import { complain, isHelpAsked, printUsage } from './complain.ts';
import { reachDatabase } from './reach-database.ts';

const USAGE = `Usage: npm run audit -- verify [NUMBER HASH]
Computes the hash chain over the audit log anew and names the first broken entry.
NUMBER and HASH are a place of the chain that you noted earlier, from this command or from the server's log.`;

const UNDEFINED_TABLE = '42P01';

const [verb, number, hash, ...rest] = process.argv.slice(2);
const noted = notedOf();

if (isHelpAsked() || verb !== 'verify' || noted === undefined || rest.length > 0) {
  process.exitCode = printUsage(USAGE);
} else {
  process.exitCode = await report(noted);
}

/** Undefined for a place that cannot be read. */
function notedOf(): NotedPlace | null | undefined {
  if (number === undefined) return null;
  if (!/^\d{1,15}$/.test(number) || !/^[0-9a-f]{64}$/i.test(hash ?? '')) return undefined;
  return { number: Number(number), hash: hash!.toLowerCase() };
}

/** Answers the exit code: 0 intact, 1 broken or not reachable. */
async function report(place: NotedPlace | null): Promise<number> {
  try {
    const verdict = await verify(place);
    if (!verdict.isIntact) {
      console.error(`The audit log was changed. ${verdict.problem}`);
      return 1;
    }
    const { entries, unsealed, head } = verdict;
    console.log(`The audit log is intact: ${entries} entries in the chain, ${unsealed} wait for it.`);
    console.log(`Note this place outside of the database: ${head.number} ${head.hash.toString('hex')}`);
    return 0;
  } catch (error) {
    return complain(error);
  }
}

/** Changes nothing: an upgrade would add tables before the chain is read. */
async function verify(place: NotedPlace | null): Promise<ChainVerdict> {
  const config = readSettings(process.env);
  const log = createLog({ level: 'warn' });
  const server = await reachDatabase(config, log);
  try {
    const database = await openDatabase({ url: server.url, maxConnections: 1, log });
    try {
      return await verifyAuditLog(database, place);
    } finally {
      await database.stop();
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE)
      throw new StartProblem('The database has no audit log yet. Start the server, which makes its tables: npm start.');
    throw config.databaseOwnerUrl === null ? error : blamingOwner(error);
  } finally {
    await server.stop();
  }
}
