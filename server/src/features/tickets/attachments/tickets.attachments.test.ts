import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteAccount, downloadData } from '@trace/contract/accounts/accounts.api';
import { readAttachment, readAttachmentAsStaff } from '@trace/contract/tickets/attachments/tickets.attachments.api';
import { attachmentRules } from '@trace/contract/tickets/attachments/tickets.attachments.rules';
import type { Attachment } from '@trace/contract/tickets/attachments/tickets.attachments.schema';
import { attachmentTexts as texts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import { readStaffTicket, writeStaffMessage } from '@trace/contract/tickets/staff/tickets.staff.api';
import { createTicket, listTickets, readTicket, replyToTicket } from '@trace/contract/tickets/tickets.api';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';

let portal: Portal;
let directory: string;
let user: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  portal = await startPortal({}, (config) => {
    directory = config.dataDirectory;
    return config;
  });
  user = await portal.person();
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());

const aLog = Buffer.from('PDP reject');
const send = (person: SignedIn, content: Uint8Array = aLog, name = 'log.txt'): Promise<RawAnswer> =>
  rawCall(portal, {
    method: 'POST',
    path: `/api/ticket-attachments?name=${encodeURIComponent(name)}`,
    person,
    body: content,
    headers: { 'content-type': 'application/octet-stream' },
  });
const upload = async (person: SignedIn, content?: Uint8Array, name?: string): Promise<Attachment> =>
  (await send(person, content, name)).json as Attachment;
const ticketOf = async (person: SignedIn): Promise<string> =>
  (
    await person.api.call(createTicket, {
      body: { subject: 'Log', description: 'x', priority: 'low', serialNumber: null },
    })
  ).id;
const reply = (person: SignedIn, id: string, attachmentIds: string[]) =>
  rawCall(portal, {
    method: 'POST',
    path: replyToTicket.path.replace('{id}', id),
    person,
    body: { text: 'See the file.', attachmentIds },
  });
const readOwn = (person: SignedIn, id: string): Promise<RawAnswer> =>
  rawCall(portal, { path: readAttachment.path.replace('{id}', id), person });
const readAsStaff = (id: string): Promise<RawAnswer> =>
  rawCall(portal, { path: readAttachmentAsStaff.path.replace('{id}', id), person: staff });

/** A photo of 300 × 200 pixels that a camera held upright, with the place. */
const aPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: { r: 200, g: 30, b: 30 } } })
    .jpeg()
    .withExif({
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 47/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '151/1 17/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

async function metadataOf(id: string) {
  const content = await readFile(join(directory, 'files', 'ticket-attachments', id));
  return { ...(await sharp(content).metadata()), size: content.length };
}
const stored = (): Promise<string[]> => readdir(join(directory, 'files', 'ticket-attachments'));
/** Lets the sweep run. */
const sweep = () => portal.clock.advance(61_000);

test('both sides attach files to messages and download them unchanged, never as a page [SUPP-03] [T41]', async () => {
  const id = await ticketOf(user);
  const page = Buffer.from('<script>alert(1)</script>');
  const name = '../<b>Bild</b> 🛰️.png';
  const file = await upload(user, page, name);
  expect(file).toEqual({ id: file.id, name: `${name}.txt`, mediaType: 'text/plain', sizeBytes: page.length });
  expect((await reply(user, id, [file.id])).status).toBe(200);
  const { messages } = await staff.api.call(readStaffTicket, { params: { id } });
  expect(messages.at(-1)!.attachments).toEqual([file]);

  const own = await readOwn(user, file.id);
  const asStaff = await readAsStaff(file.id);
  for (const answer of [own, asStaff]) {
    expect(answer.text).toBe(page.toString());
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  }
  const answerFile = await upload(staff);
  await staff.api.call(writeStaffMessage, {
    params: { id },
    body: { kind: 'answer', text: 'Our log.', attachmentIds: [answerFile.id] },
  });
  const shared = (await user.api.call(readTicket, { params: { id } })).messages;
  expect(shared.at(-1)!.attachments).toEqual([answerFile]);
  expect((await readOwn(user, answerFile.id)).text).toBe('PDP reject');
});

test('a new request takes its files in a first message, or is refused as a whole [SUPP-03]', async () => {
  const body = { subject: 'Log', description: 'x', priority: 'low', serialNumber: null } as const;
  const writer = await portal.person();
  const file = await upload(writer);
  const { id } = await writer.api.call(createTicket, { body: { ...body, attachmentIds: [file.id] } });
  const files = { kind: 'answer', isStaff: false, text: texts.ofRequest, attachments: [file] };
  expect((await writer.api.call(readTicket, { params: { id } })).messages).toMatchObject([files]);
  expect((await staff.api.call(readStaffTicket, { params: { id } })).messages).toMatchObject([files]);
  expect((await readAsStaff(file.id)).text).toBe('PDP reject');
  // The file is used.
  const refused = writer.api.call(createTicket, { body: { ...body, attachmentIds: [file.id] } });
  await expect(refused).rejects.toMatchObject({ refusal: { code: 'conflict', message: texts.expired } });
  const { tickets } = await writer.api.call(listTickets, { query: { limit: 10 } });
  expect(tickets.map((ticket) => ticket.id)).toEqual([id]);
});

test('only the person of the ticket and staff read a file, and only staff read a file on a note [SUPP-03] [T27]', async () => {
  const id = await ticketOf(user);
  const [answered, noted] = [await upload(user), await upload(staff)];
  expect((await readOwn(user, answered.id)).status).toBe(404);
  await reply(user, id, [answered.id]);
  await staff.api.call(writeStaffMessage, {
    params: { id },
    body: { kind: 'note', text: 'x', attachmentIds: [noted.id] },
  });
  const stranger = await portal.person();
  expect((await readOwn(stranger, answered.id)).status).toBe(404);
  expect((await readOwn(user, noted.id)).status).toBe(404);
  const audited = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${answered.id} and actor_id = ${user.id}`.execute(
    portal.test.database.sql,
  );
  expect(audited.rows).toEqual([{ action: 'tickets.uploadAttachment' }]);
});

test('refuses foreign, used and expired drafts, a sixth file and a full request [SUPP-03]', async () => {
  const id = await ticketOf(user);
  const foreign = await upload(staff);
  expect(refusalIn(await reply(user, id, [foreign.id])).message).toBe(texts.expired);
  const used = await upload(user);
  await reply(user, id, [used.id]);
  expect(refusalIn(await reply(user, id, [used.id])).message).toBe(texts.expired);
  expect(
    (
      await reply(
        user,
        id,
        Array.from({ length: 6 }, () => randomUUID()),
      )
    ).status,
  ).toBe(400);
  const [last, late] = [await upload(user), await upload(user)];
  await sql`
    insert into ticket_attachment (id, message_id, name, media_type, size_bytes, is_cleaned, created_at)
    select gen_random_uuid(), message_id, name, media_type, size_bytes, is_cleaned, created_at
    from ticket_attachment, generate_series(1, ${attachmentRules.perTicket - 2}) where id = ${used.id}`.execute(
    portal.test.database.sql,
  );
  expect((await reply(user, id, [last.id])).status).toBe(200);
  expect(refusalIn(await reply(user, id, [late.id])).message).toBe(texts.ticketFull);
  expect((await user.api.call(readTicket, { params: { id } })).messages).toHaveLength(2);
  await sql`update ticket_attachment set expires_at = ${portal.clock.now()} where id = ${late.id}`.execute(
    portal.test.database.sql,
  );
  expect(refusalIn(await reply(user, await ticketOf(user), [late.id])).message).toBe(texts.expired);
  await sweep();
  await eventually(stored, (names) => !names.includes(late.id));
  expect(await stored()).toContain(used.id);
});

test('refuses an empty file, an unknown type and more than 5 MB [SUPP-03] [T41]', async () => {
  const most = Buffer.alloc(attachmentRules.maxBytes, 'a');
  expect((await send(user, most)).status).toBe(200);
  expect((await send(user, Buffer.concat([most, aLog]))).status).toBe(413);
  expect(refusalIn(await send(user, Buffer.alloc(0)))).toMatchObject({ code: 'invalid_input' });
  expect(refusalIn(await send(user, Buffer.from('GIF89a\u0001\u0000'), 'x.png')).message).toBe(texts.wrongType);
});

test('a photo loses its place, is turned upright and stays a JPEG [SUPP-03] [T27] [T41]', async () => {
  const photo = await aPhoto();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const file = await upload(user, photo, 'photo.jpg');
  expect(file.mediaType).toBe('image/jpeg');
  const { format, width, height, exif, orientation, size } = await metadataOf(file.id);
  expect({ format, width, height, exif, orientation, size }).toEqual({
    ...{ format: 'jpeg', width: 200, height: 300, exif: undefined, orientation: undefined },
    size: file.sizeBytes,
  });
  const broken = await send(user, photo.subarray(0, 400), 'photo.jpg');
  expect(refusalIn(broken).message).toBe(texts.unreadable);
});

test('staff read a photo that was stored with its place only after its cleaning [SUPP-03] [T27]', async () => {
  const files = [await upload(user, await aPhoto()), await upload(user, await aPhoto())];
  const ids = files.map(({ id }) => id);
  await reply(user, await ticketOf(user), ids);
  const [photo, broken] = ids as [string, string];
  await writeFile(join(directory, 'files', 'ticket-attachments', photo), await aPhoto());
  await writeFile(join(directory, 'files', 'ticket-attachments', broken), (await aPhoto()).subarray(0, 400));
  await sql`update ticket_attachment set is_cleaned = null where id = any(${ids}::uuid[])`.execute(
    portal.test.database.sql,
  );
  expect([(await readAsStaff(photo)).status, (await readOwn(user, photo)).status]).toEqual([404, 200]);
  await sweep();
  await eventually(
    () => readAsStaff(photo),
    ({ status }) => status === 200,
  );
  expect((await metadataOf(photo)).exif).toBeUndefined();
  expect([(await readAsStaff(broken)).status, (await readOwn(user, broken)).status]).toEqual([404, 200]);
});

test('files go with their ticket and with their person, and are named in the download [SET-03] [RET-03]', async () => {
  const leaving = await portal.person();
  const [first, second] = [await ticketOf(leaving), await ticketOf(leaving)];
  const files: Attachment[] = [];
  for (const name of ['one.txt', 'two.txt', 'draft.txt']) {
    await portal.clock.advance(1_000);
    files.push(await upload(leaving, aLog, name));
  }
  await reply(leaving, first, [files[0]!.id]);
  await reply(leaving, second, [files[1]!.id]);
  const download = await leaving.api.call(downloadData, {});
  expect(download).toMatchObject({
    tickets: {
      attachments: files.slice(0, 2).map(({ id, name }) => ({ name, address: `/api/ticket-attachments/${id}` })),
    },
  });
  await sql`delete from ticket where id = ${first}`.execute(portal.test.database.sql);
  await sweep();
  await eventually(stored, (names) => !names.includes(files[0]!.id));
  expect(await stored()).toContain(files[1]!.id);
  await leaving.api.call(deleteAccount, { body: { confirmation: 'delete my account' } });
  await sweep();
  await eventually(stored, (names) => files.every(({ id }) => !names.includes(id)));
  const { rows } = await sql`
    select from ticket_attachment where id = any(${files.map(({ id }) => id)}::uuid[])`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([]);
});

test('stores the row of a file before the file, so that the sweep finds files of an interrupted upload [SUPP-03]', async () => {
  const folder = join(directory, 'files', 'ticket-attachments');
  await rename(folder, `${folder}.aside`);
  await writeFile(folder, 'no folder, so no file can be stored');
  const answer = await send(user, aLog, 'interrupted.txt');
  await rm(folder);
  await rename(`${folder}.aside`, folder);
  expect(answer.status).toBe(500);
  const rows = async () =>
    (
      await sql`
        select expires_at is not null as expires from ticket_attachment where name = 'interrupted.txt'`.execute(
        portal.test.database.sql,
      )
    ).rows;
  expect(await rows()).toEqual([{ expires: true }]);
  portal.clock.set(new Date(portal.clock.now().getTime() + attachmentRules.draftMs));
  await sweep();
  await eventually(rows, (left) => left.length === 0);
});
