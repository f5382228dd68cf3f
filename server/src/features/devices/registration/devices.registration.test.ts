import { listDevices } from '@trace/contract/devices/devices.api';
import { registerDevice, verifySerial } from '@trace/contract/devices/registration/devices.registration.api';
import { claimRules } from '@trace/contract/devices/registration/devices.registration.rules';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { ApiError } from '@trace/contract/kernel/client';
import { deleteCompany } from '@trace/contract/companies/companies.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClaim } from '#platform/devices/identity/claims';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { codeOf, enterDevice, registerByHttp } from '#testing/registry';
import { newSerial } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;
let companyId: string;

beforeAll(async () => {
  portal = await startPortal();
  [installer, colleague, stranger] = await Promise.all(
    [1, 2, 3].map(() => portal.person({ role: 'installer' })) as [
      Promise<SignedIn>,
      Promise<SignedIn>,
      Promise<SignedIn>,
    ],
  );
  companyId = (await makeCompany(portal, installer)).id;
  await addMember(installer, companyId, colleague);
});
afterAll(() => portal.stop());

const enter = async (serial = newSerial()): Promise<string> => {
  await portal.app.gateway.registry.enter(serial);
  return serial;
};
const verify = (person: SignedIn, serialNumber: string) => person.api.call(verifySerial, { body: { serialNumber } });
const refused = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ApiError) => error.refusal,
  );

describe('verifying a serial', () => {
  test('verification reports a free serial, a missing serial, and a serial in other letter case [REG-02]', async () => {
    const serial = await enter();
    const nothing = { needsClaimCode: false, details: null };
    expect(await verify(stranger, ` ${serial} `)).toEqual({
      serialNumber: serial,
      state: 'free',
      retry: false,
      ...nothing,
    });
    expect(await verify(stranger, serial.toUpperCase())).toMatchObject({ state: 'other_letter_case', retry: false });
    const missing = newSerial();
    expect(await verify(stranger, missing)).toEqual({
      serialNumber: missing,
      state: 'not_in_registry',
      retry: true,
      ...nothing,
    });
    expect((await verify(stranger, (await enterDevice(portal)).serial)).needsClaimCode).toBe(true);
  });

  test('verification shows registrant and time to company and support, and neither to strangers [REG-02] [T39]', async () => {
    const serial = await enter();
    await registerByHttp(installer, serial, null, 'Ferry');
    const [staff, user] = await Promise.all([portal.person({ role: 'staff' }), portal.person()]);
    const details = { name: expect.stringContaining('Person') as string, at: portal.clock.now().toISOString() };
    expect((await verify(installer, serial)).details).toEqual({ ...details, isYou: true });
    expect((await verify(colleague, serial)).details).toEqual({ ...details, isYou: false });
    expect((await verify(staff, serial)).details).toEqual({ ...details, isYou: false });
    const body = { serialNumber: serial };
    const toStranger = await rawCall(portal, { method: 'POST', path: '/api/devices/verify', person: stranger, body });
    expect(toStranger.json).toEqual({
      serialNumber: serial,
      state: 'registered',
      needsClaimCode: false,
      retry: false,
      details: null,
    });
    expect(await codeOf(verify(user, serial))).toBe('forbidden');
    // A person outside the company loses the company's information.
    await sql`update company_membership set status = 'declined' where person_id = ${colleague.id}`.execute(
      portal.test.database.sql,
    );
    expect((await verify(colleague, serial)).details).toBeNull();
    await sql`update company_membership set status = 'accepted' where person_id = ${colleague.id}`.execute(
      portal.test.database.sql,
    );
  });

  test.each([
    ['nothing', '', texts.serialMissing],
    ['blanks', '  \t ', texts.serialMissing],
    ['a blank within', 'Trace_ 1', texts.serialInvalid],
    ['a wildcard', 'Trace_%', texts.serialInvalid],
    ['a star', '*', texts.serialInvalid],
    ['65 characters', 'x'.repeat(65), texts.serialInvalid],
    ['an emoji', 'Trace_\u{1F4E1}', texts.serialInvalid],
    ['right to left', 'Trace_\u202E1', texts.serialInvalid],
    ['an address', 'javascript:alert(1)', texts.serialInvalid],
    ['a path', '../../etc', texts.serialInvalid],
  ])('%s is no serial number [REG-01] [T38]', async (_, serialNumber, words) => {
    for (const path of ['/api/devices/verify', '/api/devices']) {
      const rest = path === '/api/devices' ? { nickname: null, claimCode: null, hub: null, sim: null } : {};
      const answer = await rawCall(portal, { method: 'POST', path, person: stranger, body: { serialNumber, ...rest } });
      expect(refusalIn(answer)).toMatchObject({ code: 'invalid_input', field: 'body.serialNumber', message: words });
    }
  });

  test('enumerating serials runs into the rate limit [REG-02]', async () => {
    const guesser = await portal.person({ role: 'installer' });
    const serial = newSerial();
    const answers = await Promise.all(Array.from({ length: 121 }, () => codeOf(verify(guesser, serial))));
    expect(answers.filter((code) => code === 'allowed')).toHaveLength(120);
    expect(answers).toContain('too_many_requests');
  });
});

describe('registering a device', () => {
  test('a new device belongs to the registrant and the current company, and has the given name [REG-05] [REG-10]', async () => {
    const serial = await enter();
    expect(await registerByHttp(colleague, serial, null, '  Marina  ')).toEqual({
      serialNumber: serial,
      setup: 'none',
    });
    const { rows } = await sql`select nickname, company_id, registered_by from device where serial = ${serial}`.execute(
      portal.test.database.sql,
    );
    expect(rows).toEqual([{ nickname: 'Marina', companyId, registeredBy: colleague.id }]);
    const { devices } = await installer.api.call(listDevices, { query: { limit: 200 } });
    expect(devices.map(({ serialNumber }) => serialNumber)).toContain(serial);
  });

  test('registering succeeds without a company when the company is deleted at the same moment [REG-10]', async () => {
    const owner = await portal.person({ role: 'installer' });
    const company = await makeCompany(portal, owner, { name: 'Short Alarms' });
    const serials = await Promise.all(Array.from({ length: 8 }, () => enter()));
    const outcomes = await Promise.all([
      ...serials.map((serial) => codeOf(registerByHttp(owner, serial))),
      codeOf(owner.api.call(deleteCompany, { params: { id: company.id }, body: { name: 'Short Alarms' } })),
    ]);
    expect(outcomes).toEqual(outcomes.map(() => 'allowed'));
    const { rows } = await sql`
      select count(*)::int as count from device where registered_by = ${owner.id} and company_id is null`.execute(
      portal.test.database.sql,
    );
    expect(rows).toEqual([{ count: 8 }]);
  });

  test('an unknown, taken or differently spelled serial is refused with a specific text [REG-02]', async () => {
    const serial = await enter();
    await registerByHttp(installer, serial);
    const field = 'body.serialNumber';
    expect(await refused(registerByHttp(stranger, serial))).toMatchObject({
      code: 'conflict',
      field,
      message: texts.alreadyRegistered,
    });
    expect(await refused(registerByHttp(stranger, serial.toLowerCase()))).toMatchObject({
      code: 'conflict',
      message: texts.otherLetterCase,
    });
    expect(await refused(registerByHttp(stranger, newSerial()))).toMatchObject({
      message: texts.notInRegistry('Trace_'),
    });
    expect(await refused(registerByHttp(stranger, 'Other-404'))).toMatchObject({
      message: texts.notInRegistry('Other'),
    });
  });

  test.each([
    ['81 characters', 'x'.repeat(81)],
    ['two lines', 'one\ntwo'],
    ['a turned direction', '\u202Eevil'],
  ])('a name of %s is refused [REG-05]', async (_, nickname) => {
    expect(await refused(registerByHttp(installer, newSerial(), null, nickname))).toMatchObject({
      field: 'body.nickname',
    });
  });

  test('emoji, right-to-left words and an address are valid names, and a blank name counts as none [REG-05]', async () => {
    for (const [nickname, stored] of [
      ['\u{1F69A} \u0634\u0627\u062D\u0646\u0629', '\u{1F69A} \u0634\u0627\u062D\u0646\u0629'],
      ['javascript:alert(1)', 'javascript:alert(1)'],
      ['   ', null],
    ] as const) {
      const serial = await enter();
      await registerByHttp(installer, serial, null, nickname);
      const { rows } = await sql`select nickname from device where serial = ${serial}`.execute(
        portal.test.database.sql,
      );
      expect(rows).toEqual([{ nickname: stored }]);
    }
  });

  test('the registrant cannot be given in the body, and unknown fields are refused [REG-06]', async () => {
    const body = {
      serialNumber: await enter(),
      nickname: null,
      claimCode: null,
      hub: null,
      sim: null,
      registeredBy: installer.id,
    };
    expect((await rawCall(portal, { method: 'POST', path: '/api/devices', person: stranger, body })).status).toBe(400);
    await expect(
      portal.stranger.call(registerDevice, { body: { ...body, registeredBy: undefined } as never }),
    ).rejects.toMatchObject({ status: 401 });
  });
});

describe('claim codes', () => {
  test('registering needs the code of the label, in any way of typing [REG-09]', async () => {
    for (const typed of [
      (code: string) => code,
      (code: string) => ` ${code.toLowerCase().replaceAll('-', ' ')} `,
      (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ]) {
      const { serial, claimCode } = await enterDevice(portal);
      expect(await refused(registerByHttp(installer, serial))).toMatchObject({
        code: 'invalid_input',
        field: 'body.claimCode',
        message: texts.claimMissing,
      });
      expect(await refused(registerByHttp(installer, serial, makeClaim()))).toMatchObject({
        code: 'forbidden',
        field: 'body.claimCode',
        message: texts.claimWrong,
      });
      expect(await codeOf(registerByHttp(installer, serial, typed(claimCode)))).toBe('allowed');
    }
  });

  test('after ten wrong codes, at once or in turn, even the right code is not checked for an hour [REG-09] [T35]', async () => {
    const guesser = await portal.person({ role: 'installer' });
    const { serial, claimCode } = await enterDevice(portal);
    const guesses = await Promise.all(
      Array.from({ length: 15 }, () => codeOf(registerByHttp(guesser, serial, makeClaim()))),
    );
    expect(guesses.filter((code) => code === 'forbidden')).toHaveLength(claimRules.tries);
    expect(guesses.filter((code) => code === 'too_many_requests')).toHaveLength(5);
    const other = await enterDevice(portal);
    for (const known of [{ serial, claimCode }, other])
      expect(await refused(registerByHttp(guesser, known.serial, known.claimCode))).toMatchObject({
        code: 'too_many_requests',
        message: texts.claimTries,
      });
    expect(await codeOf(registerByHttp(installer, other.serial, other.claimCode))).toBe('allowed');
    await sql`update device_claim_try set since = since - interval '1 hour'`.execute(portal.test.database.sql);
    expect(await codeOf(registerByHttp(guesser, serial, claimCode))).toBe('allowed');
  });

  test('a registered device does not reveal whether a code is right [REG-09]', async () => {
    const { serial, claimCode } = await enterDevice(portal);
    await registerByHttp(installer, serial, claimCode);
    for (const code of [claimCode, makeClaim(), null])
      expect(await codeOf(registerByHttp(stranger, serial, code))).toBe('conflict');
  });
});
