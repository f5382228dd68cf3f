// Packs the days of positions that are over, beside a working server, for benches and fault tests: `node
// server/src/cli/bench/pack-days.ts DATABASE_URL`. Prints a line when the packing begins.
import { systemClock } from '#platform/clock/clock';
import { openDatabase } from '#platform/db/database';
import { createLog } from '#platform/log/log';
import { createPacking } from '#features/tracking/packing/tracking.packing.service';

const [url = ''] = process.argv.slice(2);
const log = createLog({ level: 'warn' });
const database = await openDatabase({ url, maxConnections: 2, log });
try {
  console.log('packing');
  await createPacking({ database, clock: systemClock(), log }).packDue();
} finally {
  await database.stop();
}
