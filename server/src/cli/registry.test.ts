import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@trace/contract/kernel/time';
import {
  isClaimCode,
  labelText,
  normaliseClaim,
  readLabel,
} from '@trace/contract/devices/registration/devices.registration.rules';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openConsole, type Console, type Ran } from '#testing/console';

let operator: Console;
let files = 0;

beforeAll(async () => {
  operator = await openConsole('registry');
  await operator.runAlone('add', 'Trace_first');
});
afterAll(() => operator.close());
beforeEach(() => operator.query('delete from device_registry'));

const CODE = 'ABCDE-FGHJK-MNPQR-STVWX';
const pageIn = (name: string): string => path.join(operator.directory, name);

async function load(content: string | Buffer, ...more: string[]): Promise<Ran> {
  const file = pageIn(`${++files}.csv`);
  await writeFile(file, content);
  return operator.run('load', file, ...more);
}

const stored = () =>
  operator.query<{ serial: string; has_claim: boolean; is_label: boolean }>(
    'select serial, claim_hash is not null as has_claim, claim_hash = label_hash as is_label from device_registry order by serial',
  );

test('loads a file row by row, keeps good rows, and reports bad rows by number [REG-11]', async () => {
  const { code, out, complaint } = await load(
    [
      'serial_number,claim_code',
      `Trace_1,${CODE}`,
      'Trace_2,',
      'Trace_3, abcde fghjk mnpqr stvwy ',
      'Trace_4,short',
      'Trace_5,ABCDE-FGHJK-MNPQR-STUVW',
      'Trace 6,',
      'TRACE_2,',
      'Trace_8,new',
      ',',
      'Trace_ABCDEFGHJKMNPQRSTVWX,TRACE_ABCDEFGHJKMNPQRSTVWX',
      '=cmd(),',
      'Trace_12',
    ].join('\n'),
  );
  expect(code).toBe(1);
  const lines = complaint
    .trim()
    .split('\n')
    .map((line) => line.replace(/:.*/, ''));
  expect(lines).toEqual([5, 6, 7, 8, 11, 12, 13].map((line) => `row ${line}`));
  expect(complaint).toContain('row 8: TRACE_2 is already in row 3');
  expect(out).toContain('11 rows: 4 entered, 0 changed, 0 unchanged, 7 bad');
  const made = /row 9: entered Trace_8 with the claim code (\S+)/.exec(out)![1]!;
  expect(isClaimCode(normaliseClaim(made))).toBe(true);
  expect(out).not.toContain(CODE);
  expect(await stored()).toEqual([
    { serial: 'Trace_1', has_claim: true, is_label: true },
    { serial: 'Trace_2', has_claim: false, is_label: null },
    { serial: 'Trace_3', has_claim: true, is_label: true },
    { serial: 'Trace_8', has_claim: true, is_label: true },
  ]);
});

test('numbers a row after a code with a line break as a spreadsheet does [REG-11]', async () => {
  const { complaint } = await load('serial_number,claim_code\nTrace_1,"ABCDE\nFGHJK"\nTrace_2,short\n');
  expect(complaint).toMatch(/^row 2: a value contains a line break\nrow 3: claim_code: .*\n$/);
});

test('a repeated load is idempotent, a new code changes its entry, and a missing code keeps the old code [REG-11]', async () => {
  const file = `serial_number,claim_code\nTrace_1,${CODE}\nTrace_2,\n`;
  expect(await load(file)).toMatchObject({ code: 0, complaint: '' });
  const before = await operator.query('select *, xmin from device_registry order by serial');
  expect((await load(file)).out).toContain('2 unchanged');
  expect((await load('serial_number\nTrace_1\n')).out).toContain('1 unchanged');
  expect(await operator.query('select *, xmin from device_registry order by serial')).toEqual(before);
  expect((await load(`serial_number,claim_code\nTrace_1,${CODE.replace('A', 'Z')}\n`)).out).toContain(
    'changed Trace_1',
  );
  expect((await load('serial_number\ntrace_1\n')).complaint).toContain(
    'row 2: trace_1 exists with different letter case',
  );
});

test.each([
  ['another header', 'serial;claim\nTrace_1;x\n', 'The first line must name the columns'],
  ['nothing', '', 'The first line must name the columns'],
  ['no text', Buffer.from('serial_number\nTrace_1\n', 'utf16le'), 'not a CSV file'],
])('refuses a file with %s as a whole [REG-11]', async (_, content, words) => {
  expect(await load(content)).toMatchObject({ code: 1, out: '', complaint: expect.stringContaining(words) as string });
  expect(await stored()).toEqual([]);
});

test('labels are a printable page with the serial, the code and both as a QR code [REG-11]', async () => {
  const page = pageIn('labels.html');
  const loaded = await load(`serial_number,claim_code\nTrace_1,${CODE}\nTrace_2,\nTrace_3,new\n`, page);
  expect(loaded).toMatchObject({ code: 0, complaint: '' });
  expect(loaded.out).not.toMatch(/claim code/);
  const html = await readFile(page, 'utf8');
  expect(html.match(/<svg/g)).toHaveLength(3);
  expect(html).toContain(`<b>Trace_1</b><small>Claim code</small><code>${CODE}</code>`);
  expect(html).toContain('<b>Trace_2</b></div>');
  expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
  expect((await stat(page)).mode & 0o077).toBe(0);
  expect(readLabel(labelText('Trace_1', CODE))).toEqual({ serialNumber: 'Trace_1', claimCode: normaliseClaim(CODE) });

  const file = pageIn('known.csv');
  await writeFile(file, `serial_number,claim_code\nTrace_1,${CODE}\nTrace_9,new\n`);
  expect(await operator.run('labels', file, pageIn('known.html'))).toMatchObject({
    code: 1,
    out: '1 labels\n',
    complaint: expect.stringContaining('row 3: "new" codes are generated by "load"') as string,
  });
});

test('stores nothing when the page of labels cannot be written, and overwrites no file [REG-11]', async () => {
  const file = `serial_number,claim_code\nTrace_1,new\n`;
  expect(await load(file, pageIn('missing/labels.html'))).toMatchObject({
    code: 1,
    out: '',
    complaint: expect.stringContaining('missing/labels.html') as string,
  });
  const source = pageIn('source.csv');
  await writeFile(source, file);
  for (const command of ['load', 'labels'])
    expect(await operator.run(command, source, source)).toMatchObject({ code: 1, out: '' });
  expect(await readFile(source, 'utf8')).toBe(file);
  expect(await stored()).toEqual([]);
  const page = pageIn('none.html');
  expect(await load('serial;claim\n', page)).toMatchObject({ code: 1 });
  await expect(stat(page)).rejects.toThrow('ENOENT');
});

test('enters a single device, with no code in the audit log [REG-11]', async () => {
  expect(await operator.runAlone('add', 'Trace_1', CODE)).toEqual({ code: 0, out: 'entered Trace_1\n', complaint: '' });
  expect((await operator.run('add', 'Trace_2', 'new')).out).toMatch(
    /^entered Trace_2 with the claim code [0-9A-Z]{5}(-[0-9A-Z]{5}){3}\n$/,
  );
  expect(await operator.run('add', 'trace_1')).toMatchObject({
    code: 1,
    complaint: 'trace_1 exists with different letter case.\n',
  });
  const log = await operator.query(
    "select action, subject_id, details::text from audit_log where action like 'registry.%' order by id desc limit 2",
  );
  expect(log).toMatchObject([{ subject_id: 'Trace_2' }, { subject_id: 'Trace_1' }]);
  expect(JSON.stringify(log)).not.toContain('ABCDE');
});

test('the console reports wrong input instead of guessing [REG-11]', async () => {
  for (const args of [[], ['load'], ['remove', 'Trace_1'], ['labels', 'a.csv'], ['add', 'a', 'b', 'c']])
    expect(await operator.run(...args)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('Usage') as string,
    });
  expect(await operator.run('load', pageIn('missing.csv'))).toMatchObject({ code: 1 });
  expect(await operator.run('load', operator.directory)).toEqual({
    ...{ code: 1, out: '' },
    complaint: `${operator.directory} is a folder.\n`,
  });
  expect(await operator.run('add', 'Trace_%')).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('letters, digits') as string,
  });
});

test('lists why messages of a device were not stored and why its connections ended', async () => {
  await operator.query(`
    insert into device_quarantine (serial, kind, reason, size_bytes, payload_start, received_at)
    values ('Trace_odd', 'location', 'wrong_shape: lat: too big', 9, '{"lat":9}', '2026-03-02T12:00:00Z'),
      ('Trace_other', 'location', 'not_json', 1, '{', '2026-03-02T12:00:00Z')`);
  await operator.query(`
    insert into device_offence values
      ('Trace_odd', 'beyond its limits', 3, '2026-03-01T12:00:00Z', '2026-03-03T12:00:00Z')`);

  const { code, out } = await operator.run('why', 'Trace_odd');

  expect(code).toBe(0);
  expect(out.trim().split('\n')).toEqual([
    '2 troubles of Trace_odd',
    '2026-03-03T12:00:00.000Z connection ended: beyond its limits, 3 times since 2026-03-01 12:00:00Z',
    '2026-03-02T12:00:00.000Z location not stored: wrong_shape: lat: too big, 9 bytes, begins with {"lat":9}',
  ]);
});

test('shows control characters of a message as text, so that a device cannot write on the terminal', async () => {
  await operator.query(`
    insert into device_quarantine (serial, kind, reason, size_bytes, payload_start, received_at)
    values ('Trace_sly', 'log', 'not_json', 12, convert_to(E'\\x1b]0;all well\\x07\\n', 'UTF8'), now())`);

  const { out } = await operator.run('why', 'Trace_sly');

  expect(out).toMatch(/begins with \\033\]0;all well\\007\\012\n$/);
});

test('refuses why of an impossible serial', async () => {
  const { code, out, complaint } = await operator.run('why', 'Trace odd!');
  expect([code, out]).toEqual([1, '']);
  expect(complaint).toMatch(/^"Trace odd!" cannot be a serial number: /);
});

test('lists the serials whose last certificate ends within 30 days or has ended, the earliest first [REG-12]', async () => {
  expect(await operator.run('ending')).toEqual({
    code: 0,
    out: 'No certificate ends within 30 days.\n',
    complaint: '',
  });
  await operator.query(`
    insert into device_certificate (fingerprint, serial, kind, standing, expires_at, retires_at, revoked_at, revoke_reason)
    select encode(sha256(convert_to(row_number() over () || serial, 'UTF8')), 'hex'), serial, kind, standing,
      now() + days * interval '1 day', retires_at, revoked_at, reason
    from (values
      ('Trace_soon', 'operational', 'current', 29, null::timestamptz, null::timestamptz, null),
      ('Trace_ended', 'factory', 'current', -3, null, null, null),
      ('Trace_later', 'operational', 'current', 31, null, null, null),
      ('Trace_renewed', 'operational', 'current', 5, null, null, null),
      ('Trace_renewed', 'operational', 'next', 90, null, null, null),
      ('Trace_revoked', 'operational', 'current', 5, null, now(), 'lost'),
      ('Trace_retiring', 'operational', 'retiring', 80, now(), null, null),
      ('Trace_retiring', 'operational', 'current', 10, null, null, null)
    ) as made (serial, kind, standing, days, retires_at, revoked_at, reason)`);

  const { code, out } = await operator.run('ending');

  const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  expect(code).toBe(0);
  expect(out.trim().split('\n')).toEqual([
    `${dayIn(-3)}  Trace_ended`,
    `${dayIn(10)}  Trace_retiring`,
    `${dayIn(29)}  Trace_soon`,
  ]);
});
