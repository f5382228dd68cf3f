// Every statement of the server fits the migrated database, and its row type fits the statement's columns.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#testing/test-database';
import { checkStatements } from './check-statements.ts';

const SOURCE = path.resolve(import.meta.dirname, '../..');
/** Names or expressions of these statements are computed. Their own tests run each of them. */
const COMPUTED = [
  'features/fleet/fleet.table.store.ts',
  'features/tracking/ingest/tracking.partition.store.ts',
  'features/tracking/packing/tracking.packed-erasure.store.ts',
  'platform/backup/backup-contents.ts',
  'platform/jobs/due-checks.ts',
];

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url, options: `-c search_path=${database.schema}` });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const isProduct = (name: string): boolean =>
  name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.split(path.sep).includes('testing');

test('every statement and its row type fit the migrated database', async () => {
  const failures: string[] = [];
  const computed: string[] = [];
  let count = 0;
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(isProduct).toSorted()) {
    const report = await checkStatements(client, path.join(SOURCE, name));
    failures.push(...report.failures.map((failure) => `${name} ${failure}`));
    if (report.dynamic.length > 0) computed.push(name);
    count += report.count;
  }
  expect(failures).toEqual([]);
  expect(computed).toEqual(COMPUTED);
  expect(count).toBeGreaterThan(500);
});

const folder = mkdtempSync(path.join(tmpdir(), 'trace-statements-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
async function failuresOf(source: string): Promise<string[]> {
  const file = path.join(folder, `${(files += 1)}.ts`);
  writeFileSync(file, source);
  return (await checkStatements(client, file)).failures;
}

test('a fitting statement with fragments, choices, lists and a shared row type has no failure', async () => {
  const source = `
    interface Row { id: string; timeZone: string | null }
    const columns = sql\`id, time_zone\`;
    const isNamed = (name: string, by: RawBuilder<unknown>) => sql\`\${by} = \${name}\`;
    const find = (tx, names: string[], newest: boolean) => sql<Pick<Row, 'id' | 'timeZone'>>\`
      select \${columns} from person
      where \${sql.join(names.map((name) => isNamed(name, sql\`first_name\`)), sql\` or \`)}
      order by \${newest ? sql\`created_at desc\` : sql\`id\`}\`.execute(tx);`;
  expect(await failuresOf(source)).toEqual([]);
});

test.each([
  ['an unknown column', 'sql`select nickname from person`', 'column "nickname" does not exist'],
  ['an unknown column in a fragment', 'sql`select ${sql`shoe_size`} from person`', 'column "shoe_size" does not exist'],
  [
    'an unknown column in the second branch',
    'sql`select ${a ? sql`id` : sql`size`} from person`',
    'column "size" does',
  ],
  ['a field without a column', 'sql<{ id: string; age: number }>`select id from person`', "has 'age', which"],
  ['a column without a field', 'sql<{ id: string }>`select id, email from person`', "returns 'email', which"],
  [
    'a field of another type',
    'sql<{ email: number }>`select email from person`',
    "'email' is a string in the database",
  ],
])('reports %s', async (_what, statement, failure) => {
  expect(await failuresOf(`const { rows } = await ${statement}.execute(tx);`)).toEqual([
    expect.stringContaining(failure),
  ]);
});

test('reports an unknown column in a prepared statement', async () => {
  const source =
    "const TEXT = 'select size from person';\nconst statement = { name: 'sizes', text: TEXT, values: [] };";
  expect(await failuresOf(source)).toEqual([expect.stringContaining('column "size" does not exist')]);
});
