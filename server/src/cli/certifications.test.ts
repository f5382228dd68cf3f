import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openConsole, type Console, type Ran } from '#testing/console';

let operator: Console;
let files = 0;

beforeAll(async () => {
  operator = await openConsole('certifications');
  await operator.runAlone('search', 'nobody');
});
afterAll(() => operator.close());
beforeEach(() => operator.query('delete from certification'));

async function load(content: string | Buffer, run = operator.run): Promise<Ran> {
  const file = path.join(operator.directory, `${++files}.csv`);
  await writeFile(file, content);
  return run('load', file);
}

const stored = () => operator.query('select number, full_name, email, expires_at from certification order by number');
const HEADER = 'certification_number,full_name,email,expires_at\n';

test('loads a file row by row, keeps good rows whole, and reports bad rows by number [CERT-08]', async () => {
  const content = [
    'cert-001-2024,Noah Tan,Noah@SparkFit.example,2027-06-30',
    'CERT-002-2024,"Tan, Mia ""Mi""", mia@post.example ,',
    '',
    'CERT-003-2024,No Mail,not-an-address,',
    'CERT-004-2024,Too,few@example.com',
    'CERT-005-2024,"Open quote,open@example.com,',
    'CERT-006-2024,Bad Day,day@example.com,2027-02-30',
    ',No Number,number@example.com,',
    'CERT-008-2024,  ,name@example.com,',
    '=HYPERLINK("x"),Formula Number,formula@example.com,',
    'CERT-010-2024,=1+1,sum@example.com,',
    'CERT-001-2024,Somebody Else,else@example.com,',
    'CERT-012-2024,\u{1F477} \u0645\u062D\u0645\u062F,javascript@example.com,',
  ].join('\n');
  const { code, out, complaint } = await load(HEADER + content);
  expect(code).toBe(1);
  expect(
    complaint
      .trim()
      .split('\n')
      .map((line) => line.replace(/:.*/, '')),
  ).toEqual([5, 6, 7, 8, 9, 10, 11, 13].map((line) => `row ${line}`));
  expect(complaint).toContain('row 5: email: not an email address');
  expect(complaint).toContain('row 7: a quotation mark is not closed');
  expect(complaint).toContain('row 13: CERT-001-2024 is already in row 2');
  expect(out).toContain('row 2: added CERT-001-2024\nrow 3: added CERT-002-2024\n');
  expect(out).toContain('12 rows: 4 added, 0 changed, 0 unchanged, 0 revoked, 8 bad');
  expect(await stored()).toEqual([
    {
      number: 'CERT-001-2024',
      full_name: 'Noah Tan',
      email: 'noah@sparkfit.example',
      expires_at: new Date('2027-07-01T00:00:00.000Z'),
    },
    { number: 'CERT-002-2024', full_name: 'Tan, Mia "Mi"', email: 'mia@post.example', expires_at: null },
    { number: 'CERT-010-2024', full_name: '=1+1', email: 'sum@example.com', expires_at: null },
    {
      number: 'CERT-012-2024',
      full_name: '\u{1F477} \u0645\u062D\u0645\u062F',
      email: 'javascript@example.com',
      expires_at: null,
    },
  ]);
});

test('numbers a row after a name with a line break as a spreadsheet does [CERT-08]', async () => {
  const content = 'CERT-1,"Noah\nTan",noah@example.com,\nCERT-2,Mia Novak,no address,\n';
  for (const file of [HEADER + content, (HEADER + content).replaceAll('\n', '\r\n')])
    expect((await load(file)).complaint).toBe(
      'row 2: a value contains a line break\nrow 3: email: not an email address\n',
    );
});

test('a repeated load is idempotent, a new end changes its row, and a revoked certification stays revoked [CERT-08]', async () => {
  const row = 'CERT-001-2024,Noah Tan,noah@sparkfit.example,';
  const other = 'CERT-002-2024,Mia Novak,mia@post.example,\n';
  const file = `${HEADER}${row}2027-06-30\n${other}`;
  expect(await load(file)).toMatchObject({ code: 0, complaint: '' });
  const before = await operator.query('select *, xmin from certification order by number');
  const windows = `\uFEFF${file.replaceAll('\n', '\r\n')}`;
  expect(await load(windows)).toMatchObject({ code: 0, out: expect.stringContaining('2 unchanged') as string });
  expect(await operator.query('select *, xmin from certification order by number')).toEqual(before);

  expect(await load(`${HEADER}${row}2028-06-30\n${other}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('row 2: changed CERT-001-2024\nrow 3: unchanged CERT-002-2024') as string,
  });
  await operator.run('revoke', 'CERT-002-2024');
  expect(await load(file)).toMatchObject({ out: expect.stringContaining('row 3: revoked CERT-002-2024') as string });
  expect(await operator.run('add', 'CERT-002-2024', 'mia@post.example', 'Mia Novak')).toMatchObject({ code: 1 });
});

test.each([
  ['another header', 'number;name;mail\nCERT-1;A;a@example.com\n', 'The first line must name the columns'],
  ['a column too many', 'certification_number,full_name,email,expiry\n', 'The first line must name the columns'],
  ['a column twice', 'certification_number,full_name,email,email\n', 'The first line must name the columns'],
  ['nothing', '', 'The first line must name the columns'],
  ['Latin-1', Buffer.from(`${HEADER}CERT-1,No\u00EBl Tan,noel@example.com,\n`, 'latin1'), 'not UTF-8'],
  ['UTF-16', Buffer.from(`\uFEFF${HEADER}CERT-1,Noah Tan,noah@example.com,\n`, 'utf16le'), 'not UTF-8'],
])('refuses a file with %s as a whole [CERT-08]', async (_, content, words) => {
  expect(await load(content)).toMatchObject({ code: 1, out: '', complaint: expect.stringContaining(words) as string });
  expect(await stored()).toEqual([]);
});

test('accepts the columns in any order and a missing end [CERT-08]', async () => {
  expect(await load('Email,Certification_Number,Full_Name\nnoah@example.com,CERT-1,Noah Tan\n')).toMatchObject({
    code: 0,
  });
  expect(await stored()).toMatchObject([{ number: 'CERT-1', email: 'noah@example.com', full_name: 'Noah Tan' }]);
});

test('loads ten thousand rows, and loads the rows again in two concurrent runs [CERT-08]', async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, index) => `CERT-${index},Name ${index},p${index}@example.com,2027-01-01`,
  );
  expect(await load(HEADER + rows.join('\n'))).toMatchObject({ code: 0, complaint: '' });
  const later = HEADER + rows.toReversed().join('\n').replaceAll('2027', '2028');
  const sorted = HEADER + rows.join('\n').replaceAll('2027', '2028');
  const runs = await Promise.all([load(later, operator.runAlone), load(sorted, operator.runAlone)]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(runs.map(({ out }) => out.trim().split('\n').at(-1) ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    '10000 rows: 0 added, 0 changed, 10000 unchanged, 0 revoked, 0 bad',
    '10000 rows: 0 added, 10000 changed, 0 unchanged, 0 revoked, 0 bad',
  ]);
});

test('adds a certification, finds the entry by part of its number, name or email, and revokes the entry [CERT-08]', async () => {
  expect(await operator.run('add', 'cert-100', 'Noah@SparkFit.example', ' Noah  Tan', '2099-06-30')).toEqual({
    code: 0,
    out: 'CERT-100: added\n',
    complaint: '',
  });
  const line = 'CERT-100 | Noah Tan | noah@sparkfit.example | valid | until 2099-06-30 | not in use\n';
  for (const text of ['t-10', 'noah t', 'SPARKFIT']) expect((await operator.run('search', text)).out).toBe(line);
  expect((await operator.run('search', '%')).out).toBe('No certifications found.\n');
  expect((await operator.run('revoke', 'cert-100')).out).toContain('CERT-100 revoked');
  expect((await operator.run('revoke', 'cert-100')).out).toContain('was already revoked');
  expect((await operator.run('search', 'cert-100')).out).toContain('| ended | revoked ');
});

test('the console reports wrong input instead of guessing [CERT-08]', async () => {
  for (const args of [
    [],
    ['load'],
    ['remove', 'CERT-1'],
    ['add', 'CERT-1', 'a@example.com'],
    ['search', 'a', 'b'],
    ['confirm'],
    ['release', 'CERT-1', 'CERT-2'],
  ])
    expect(await operator.run(...args)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('Usage') as string,
    });
  expect(await operator.run('revoke', 'CERT-404')).toMatchObject({
    code: 1,
    complaint: 'Certification CERT-404 not found.\n',
  });
  expect(await operator.run('load', path.join(operator.directory, 'missing.csv'))).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/^ENOENT: /) as string,
  });
  expect(await operator.run('add', 'CERT-1', 'nonsense', 'A B')).toMatchObject({
    code: 1,
    complaint: 'email: not an email address\n',
  });
});

/** Inserts an account with this address and returns its id. */
async function account(email: string): Promise<string> {
  const rows = await operator.query<{ id: string }>(`
    insert into person (email, email_verified, first_name, last_name, role, time_zone, created_at, updated_at)
    values ('${email}', true, 'Noah', 'Tan', 'installer', 'UTC', now(), now()) returning id`);
  return rows[0]!.id;
}

const claim = (number: string, personId: string, email: string) =>
  operator.query(`
    insert into certification_claim (certification_id, person_id, claimant_email, matched_by, created_at, expires_at)
    select id, '${personId}', '${email}', 'name', now(), '2099-03-16' from certification where number = '${number}'`);

const found = async (number: string): Promise<string> => (await operator.run('search', number)).out.trim();

test('search flags a pending claim, and confirm and release decide the claim [CERT-10]', async () => {
  await operator.run('add', 'CERT-200', 'noah@sparkfit.example', 'Noah Tan');
  const line = 'CERT-200 | Noah Tan | noah@sparkfit.example | valid';
  await claim('CERT-200', await account('mallory@example.com'), 'mallory@example.com');
  expect(await found('CERT-200')).toBe(
    `${line} | not in use | claimed by mallory@example.com until 2099-03-16, to be confirmed or released`,
  );
  expect(await operator.run('release', 'cert-200')).toMatchObject({
    code: 0,
    out: 'CERT-200 is available again. The claim has ended. The account holder is notified by email.\n',
  });
  expect(await found('CERT-200')).toMatch(/ \| not in use \| claim of mallory@example\.com released \d{4}-\d\d-\d\d$/);

  await claim('CERT-200', await account('noah@private.example'), 'noah@private.example');
  expect(await operator.run('confirm', 'cert-200')).toMatchObject({
    code: 0,
    out: 'CERT-200 is confirmed for noah@private.example. The account holder is notified by email.\n',
  });
  expect(await found('CERT-200')).toBe(`${line} | in use | matched by name, confirmed`);
  expect(await operator.run('confirm', 'CERT-200')).toMatchObject({
    code: 1,
    complaint: 'CERT-200 serves an account. Release it first.\n',
  });
  expect(await operator.run('release', 'CERT-200')).toMatchObject({
    code: 0,
    out: 'CERT-200 is released from its account. The account holder is notified by email.\n',
  });
  expect(await operator.run('release', 'CERT-404')).toMatchObject({
    code: 1,
    complaint: 'Certification CERT-404 not found.\n',
  });
});

test('search flags accounts that were matched by name before claims existed, and keeps these accounts [CERT-10]', async () => {
  for (const [number, match] of [
    ['CERT-301', 'name'],
    ['CERT-302', 'number'],
    ['CERT-303', 'email'],
  ] as const) {
    await operator.run('add', number, `${number}@example.com`, 'Noah Tan');
    const id = await account(`${match}@example.com`);
    await operator.query(`
      update certification set person_id = '${id}', bound_at = now(), matched_by = '${match}' where number = '${number}'`);
  }
  expect((await found(`CERT-${30}`)).split('\n').map((line) => line.split(' | ').slice(4))).toEqual([
    ['in use', 'matched by name'],
    ['in use', 'matched by number'],
    ['in use'],
  ]);
});

test('release refuses a certification that serves no account and is not claimed [CERT-10]', async () => {
  await operator.run('add', 'CERT-400', 'free@example.com', 'Free Tan');
  expect(await operator.run('release', 'CERT-400')).toMatchObject({
    code: 1,
    complaint: 'CERT-400 serves no account, and no account claims it.\n',
  });
  expect(await operator.run('confirm', 'CERT-400')).toMatchObject({
    code: 1,
    complaint: 'No account claims CERT-400.\n',
  });
});
