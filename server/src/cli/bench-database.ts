// A database server for several server processes of a bench: `node server/src/cli/bench-database.ts FOLDER`. Prints its
// address in one line of JSON, then runs until SIGTERM.
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres';
import { createLog } from '#platform/log/log';
import { runUntilStopped } from '#server/run';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('name the folder of the database');
const log = createLog({ level: 'fatal' });
const database = await startEmbeddedPostgres({ directory, log });
runUntilStopped(database.stop, log);
console.log(JSON.stringify({ ready: true, url: database.url }));
