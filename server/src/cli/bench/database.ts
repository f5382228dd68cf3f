// The embedded database without a server, for benches and fault tests that stand between the two: `node
// server/src/cli/bench/database.ts FOLDER`. Prints its address in one line of JSON, then runs until its input
// ends, also when the parent dies.
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { createLog } from '#platform/log/log';

const [, , directory] = process.argv;
if (directory === undefined) throw new Error('the folder of the data is missing');

const postgres = await startEmbeddedPostgres({ directory, log: createLog({ level: 'silent' }) });
process.stdin.resume().once('end', () => void postgres.stop().then(() => process.exit(0)));
console.log(JSON.stringify({ ready: true, url: postgres.url }));
