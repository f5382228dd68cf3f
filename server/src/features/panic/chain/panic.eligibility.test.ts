import { SERVICING_MS } from '@trace/contract/certification/certification.rules';
import { removeMember } from '@trace/contract/companies/companies.api';
import { closeIncident, readIncident, takeIncident } from '@trace/contract/panic/panic.api';
import { removePanicContact } from '@trace/contract/panic-contacts/panic-contacts.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import { incidentOf, passSeconds, press as pressOf } from '#testing/panic-incidents';
import type { Portal, SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import type { TestBrowser } from '#testing/stand-ins/push-service';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { startPanicContactsWorld, type PanicContactsWorld } from '#testing/worlds/panic-contacts-world';

// No support staff: in this portal the company is the whole step.
let world: PanicContactsWorld;
let portal: Portal;
beforeAll(async () => {
  world = await startPanicContactsWorld();
  ({ portal } = world);
});
afterAll(() => world.stop());

const devices: HandDevice[] = [];
afterEach(() => {
  for (const device of devices.splice(0)) device.cut();
  answerAgain();
});

/** Keeps emails, SMS and the pushes to a browser in the queue. */
function holdMessages(browser?: TestBrowser): void {
  world.mails.failWith(451);
  world.sms.failWith(503);
  browser?.answerWith(500);
}

/**
 * Messages in the queue leave only when the test moves the clock. Called before a new email, which would else be refused
 * and get a retry of its own.
 */
function answerAgain(): void {
  world.mails.failWith(null);
  world.sms.failWith(null);
}

interface Incident {
  readonly id: string;
  readonly owner: SignedIn;
  readonly employee: SignedIn;
  readonly browser: TestBrowser;
  press(): Promise<void>;
  /** Removes the employee from the company. */
  remove(): Promise<void>;
}

/** An open incident of a company's device. Without a user the company is notified at once, else after 30 s. */
async function incidentOfCompany({
  user,
  isHeld = false,
}: { user?: SignedIn; isHeld?: boolean } = {}): Promise<Incident> {
  const [owner, employee] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'installer' })];
  const { id: companyId } = await makeCompany(portal, owner);
  const memberId = await addMember(owner, companyId, employee);
  const browser = await world.subscribe(employee);
  const device = await assignedDevice(portal, owner, user);
  devices.push(device);
  const press = () => pressOf(portal, device);
  if (isHeld) holdMessages(browser);
  await press();
  const { id } = await incidentOf(user ?? owner);
  const remove = async () =>
    void (await owner.api.call(removeMember, { params: { id: companyId, memberId }, query: {} }));
  return { id, owner, employee, browser, press, remove };
}

let phones = 0;

/** An open incident of a user with one contact, whose email and SMS wait in the queue. */
async function incidentWithContact() {
  const [user, contact] = [await portal.person({ premium: true }), await portal.person()];
  const phone = `+6149157${String(1000 + (phones += 1))}`;
  const { id: contactId } = await world.agreed(user, { email: contact.email, phone, channels: ['email', 'sms'] });
  const device = await assignedDevice(portal, await portal.person({ role: 'installer' }), user);
  devices.push(device);
  holdMessages();
  const before = world.sms.requests();
  await pressOf(portal, device);
  const { id } = await incidentOf(user);
  await Promise.all([user, contact].map(untilRefused));
  await eventually(world.sms.requests, (count) => count > before);
  const removeContact = async () => void (await user.api.call(removePanicContact, { params: { id: contactId } }));
  return { id, user, contact, phone, removeContact };
}

const read = (person: SignedIn, id: string) => person.api.call(readIncident, { params: { id } });

const pass = (sec: number): Promise<void> => passSeconds(portal, sec);

const subjectsTo = ({ email }: SignedIn): string[] => world.mails.to(email).map(({ subject }) => subject);

/** The emails about a press. */
const alarmsTo = (person: SignedIn): number =>
  subjectsTo(person).filter((subject) => subject.includes('pressed the panic button')).length;

const emergencySmsTo = (phone: string): number =>
  world.sms.list().filter(({ to, text }) => to === phone && text.includes('/emergency#')).length;

interface StoredAlarm {
  readonly state: string;
  readonly attempts: number;
  readonly lastError: string | null;
}

async function storedAlarmsTo({ email }: SignedIn): Promise<StoredAlarm[]> {
  const { rows } = await sql<StoredAlarm>`
    select state, attempts, last_error from mail where recipient = ${email} and starts_with(key, 'panic:')`.execute(
    portal.test.database.sql,
  );
  return rows;
}

/** Waits for the first attempt of the email about a press, after which the email waits for its retry. */
const untilRefused = (person: SignedIn): Promise<unknown> =>
  eventually(
    () => storedAlarmsTo(person),
    ([alarm]) => alarm !== undefined && alarm.attempts > 0,
  );

test('an employee who leaves before the turn of the company leaves the chain [PANIC-04]', async () => {
  const user = await portal.person({ premium: true });
  const { id, owner, employee, remove } = await incidentOfCompany({ user });
  await remove();
  await pass(31);
  expect([alarmsTo(owner), alarmsTo(employee)]).toEqual([1, 0]);
  const { recipients } = await read(owner, id);
  expect(recipients.filter(({ role }) => role === 'company')).toHaveLength(1);
});

test('a further press and the reminder do not reach a notified employee who left [PANIC-04]', async () => {
  const { owner, employee, browser, press, remove } = await incidentOfCompany();
  await pass(0);
  expect([alarmsTo(owner), alarmsTo(employee), browser.received.length]).toEqual([1, 1, 1]);
  await remove();
  await pass(61);
  await press();
  await pass(61);
  expect(alarmsTo(owner)).toBeGreaterThan(2);
  expect([alarmsTo(employee), browser.received.length]).toEqual([1, 1]);
});

test('a push that waits for its retry does not reach an employee who left meanwhile [PANIC-04]', async () => {
  const { id, owner, browser, remove } = await incidentOfCompany({ isHeld: true });
  await eventually(browser.tries, (count) => count === 1);
  await remove();
  browser.answerWith(201);
  await pass(3);
  expect(browser.tries()).toBe(1);
  const { recipients } = await read(owner, id);
  const pushes = recipients.flatMap(({ isYou, deliveries }) =>
    isYou ? [] : deliveries.filter(({ channel }) => channel === 'push'),
  );
  expect(pushes).toMatchObject([{ state: 'cancelled' }]);
});

test('an email in the queue does not reach an employee who left meanwhile [PANIC-04]', async () => {
  const { id, owner, employee, remove } = await incidentOfCompany({ isHeld: true });
  await Promise.all([owner, employee].map(untilRefused));
  await remove();
  answerAgain();
  await pass(6);
  expect([alarmsTo(owner), alarmsTo(employee)]).toEqual([1, 0]);
  expect(await storedAlarmsTo(employee)).toMatchObject([
    { state: 'withdrawn', lastError: 'the recipient has left the incident' },
  ]);
  const { recipients } = await read(owner, id);
  const emails = recipients.map(({ isYou, deliveries }) => [
    isYou,
    deliveries.find(({ channel }) => channel === 'email')?.state,
  ]);
  expect(Object.fromEntries(emails)).toEqual({ true: 'sent', false: 'cancelled' });
});

test('an email in the queue whose delivery is not stored any more leaves [PANIC-06]', async () => {
  const { owner, employee } = await incidentOfCompany({ isHeld: true });
  await Promise.all([owner, employee].map(untilRefused));
  await sql`delete from panic_delivery`.execute(portal.test.database.sql);
  answerAgain();
  await pass(6);
  expect([alarmsTo(owner), alarmsTo(employee)]).toEqual([1, 1]);
});

test('an employee who left does not learn that the incident was taken and closed [PANIC-04]', async () => {
  const { id, owner, browser, remove } = await incidentOfCompany();
  await pass(0);
  await remove();
  await owner.api.call(takeIncident, { params: { id } });
  await owner.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
  await pass(0);
  expect(browser.received).toHaveLength(1);
});

test('the stream of an employee who left does not announce changes of the incident [PANIC-04]', async () => {
  const { id, owner, employee, remove } = await incidentOfCompany();
  await pass(0);
  await remove();
  const streams = [await openStream(portal, employee), await openStream(portal, owner)] as const;
  await owner.api.call(takeIncident, { params: { id } });
  // The change before the departure, which still rings, may arrive late.
  const changesSince = (stream: (typeof streams)[number]) =>
    stream.of('panic-changed').filter(({ isRinging }) => isRinging === false);
  await expect.poll(() => changesSince(streams[1])).toHaveLength(1);
  expect(changesSince(streams[0])).toEqual([]);
  for (const stream of streams) stream.close();
});

test('a contact with an account whom the wearer removed does not learn that the incident was taken [PANIC-07]', async () => {
  const user = await portal.person({ premium: true });
  const contact = await portal.person();
  const { id: contactId } = await world.agreed(user, { email: contact.email, channels: ['email'] });
  const browser = await world.subscribe(contact);
  const device = await assignedDevice(portal, await portal.person({ role: 'installer' }), user);
  devices.push(device);
  await pressOf(portal, device);
  const { id } = await incidentOf(user);
  await pass(0);
  await user.api.call(removePanicContact, { params: { id: contactId } });
  await user.api.call(takeIncident, { params: { id } });
  await pass(0);
  expect([alarmsTo(contact), browser.received.length]).toEqual([1, 0]);
});

test('an email and an SMS in the queue do not reach a contact whom the wearer removed [PANIC-07]', async () => {
  const { user, contact, phone, removeContact } = await incidentWithContact();
  await removeContact();
  answerAgain();
  await pass(6);
  expect([alarmsTo(user), alarmsTo(contact), emergencySmsTo(phone)]).toEqual([1, 0, 0]);
});

test('of the emails in the queue only the one to the taker leaves, and the wearer learns who has taken [PANIC-04]', async () => {
  const { id, user, contact } = await incidentWithContact();
  answerAgain();
  await contact.api.call(takeIncident, { params: { id } });
  await pass(6);
  await expect.poll(() => subjectsTo(user)).toContain(texts.takenSubject('Ana'));
  expect([alarmsTo(user), alarmsTo(contact)]).toEqual([0, 1]);
  expect(await storedAlarmsTo(user)).toMatchObject([
    { state: 'withdrawn', lastError: 'the incident was taken or closed' },
  ]);
});

test('no email in the queue about a closed incident leaves [PANIC-04]', async () => {
  const { id, user, contact } = await incidentWithContact();
  await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
  answerAgain();
  await pass(6);
  expect([alarmsTo(user), alarmsTo(contact)]).toEqual([0, 0]);
});

test('an email that no one has taken the incident does not leave after someone has [PANIC-04]', async () => {
  const user = await portal.person({ premium: true });
  const { id, owner } = await incidentOfCompany({ user, isHeld: true });
  await pass(31);
  await pass(61);
  expect((await read(user, id)).steps.map(({ kind }) => kind)).toContain('nobody_took');
  answerAgain();
  await owner.api.call(takeIncident, { params: { id } });
  await pass(6);
  await expect.poll(() => subjectsTo(user)).toContainEqual(expect.stringContaining(texts.takenSubject('')));
  expect(subjectsTo(user)).not.toContain(texts.nobodySubject);
});

test('a push in the queue about the end does not reach a contact whom the wearer removed then [PANIC-07]', async () => {
  const { id, user, contact, removeContact } = await incidentWithContact();
  const browser = await world.subscribe(contact);
  await portal.app.jobs.stop();
  await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
  await removeContact();
  await portal.app.jobs.start();
  await pass(0);
  expect(browser.received).toEqual([]);
});

test('an employee who took the incident and left learns of presses and of the end [PANIC-04]', async () => {
  const user = await portal.person({ premium: true });
  const { id, employee, browser, press, remove } = await incidentOfCompany({ user });
  await pass(31);
  await employee.api.call(takeIncident, { params: { id } });
  await remove();
  await pass(61);
  await press();
  await pass(0);
  expect([alarmsTo(employee), browser.received.length]).toEqual([2, 2]);
  await user.api.call(closeIncident, { params: { id }, body: { outcome: 'safe' } });
  await pass(0);
  expect(browser.received.at(-1)!.message.body).toBe(texts.pushClosed('Safe'));
});

test('the wearer learns that nobody is there when the servicing of the notified installer ends [PANIC-04]', async () => {
  const user = await portal.person({ premium: true });
  const installer = await portal.person({ role: 'installer' });
  const device = await assignedDevice(portal, installer, user);
  devices.push(device);
  await pressOf(portal, device);
  const { id } = await incidentOf(user);
  await pass(31);
  expect(alarmsTo(installer)).toBe(1);
  await endServicing(installer);
  await pass(61);
  expect((await read(user, id)).steps.map(({ kind }) => kind)).toContain('nobody_there');
  expect(alarmsTo(installer)).toBe(1);
});

test('a wearer without contacts, company and support learns that nobody is there [PANIC-04]', async () => {
  const user = await portal.person({ premium: true });
  const installer = await portal.person({ role: 'installer' });
  const device = await assignedDevice(portal, installer, user);
  devices.push(device);
  await endServicing(installer);
  await pressOf(portal, device);
  const { id } = await incidentOf(user);
  await pass(61);
  expect((await read(user, id)).unanswered).toBe('nobody_there');
  const mails = () => world.mails.to(user.email).filter(({ subject }) => subject === texts.nobodySubject);
  await eventually(mails, (all) => all.length === 1);
  expect(mails()[0]!.text).toContain(texts.mailAlone(''));
  expect(mails()[0]!.text).not.toContain('has been notified');
});

/** Ends the certification of an installer so long ago that the servicing is over too. */
async function endServicing({ id, email }: SignedIn): Promise<void> {
  const number = `CERT-${id.slice(0, 8)}`;
  await portal.app.certification.add({ number, email, fullName: email, expiresAt: '' });
  const now = portal.clock.now();
  await sql`
    update certification set person_id = ${id}, bound_at = ${now}, matched_by = 'email', told_at = now(),
      expires_at = ${new Date(now.getTime() - SERVICING_MS - 1_000)}
    where email = ${email}`.execute(portal.test.database.sql);
}
