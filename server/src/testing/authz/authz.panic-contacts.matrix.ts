import { randomUUID } from 'node:crypto';
import {
  addPanicContact,
  changePanicContact,
  invitePanicContact,
  listPanicContacts,
  orderPanicContacts,
  removePanicContact,
  savePanicSettings,
  testOwnPhone,
  testPanicContact,
} from '@trace/contract/panic-contacts/panic-contacts.api';
import { sql } from 'kysely';
import type { Portal, SignedIn } from '#testing/portal';
import type { Row, Subject } from './authz.matrix.ts';

const contact = (id: string) => ({ name: 'Ana', email: `${id}@example.com`, phone: null, channels: ['email'] });

/** The caller's only contact. */
const stage =
  (state: 'invited' | 'agreed') =>
  async ({ test }: Portal, { id }: SignedIn): Promise<{ thingId: string }> => {
    const thingId = randomUUID();
    await sql`delete from panic_contact where account_id = ${id}`.execute(test.database.sql);
    await sql`
      with added as (
        insert into panic_contact (id, account_id, place, name, channels, created_at)
        values (${thingId}, ${id}, 0, 'Ana', array['email'], now()) returning id)
      insert into panic_contact_address (contact_id, kind, address, state, invited_at, token_hash, expires_at, answered_at)
      select id, 'email', ${`${thingId}@example.com`}::text, ${state}::text, now(),
        case when ${state}::text = 'invited' then sha256(id::text::bytea) end,
        case when ${state}::text = 'invited' then now() + interval '14 days' end,
        case when ${state}::text = 'agreed' then now() end from added`.execute(test.database.sql);
    return { thingId };
  };

const idOf = ({ thingId, viewerId }: Subject): string => thingId ?? viewerId;
const ofContact = (subject: Subject) => ({ params: { id: idOf(subject) } });

/** Contacts are a user's own. To reach somebody takes premium, to silence does not. */
export const panicContactsRows: readonly Row[] = [
  { endpoint: listPanicContacts, cells: 'uAAAffffffff', call: () => ({}) },
  {
    endpoint: addPanicContact,
    cells: 'uAPAffffffff',
    call: ({ viewerId }) => ({ body: contact(viewerId) }),
    audit: 'panicContacts.add',
  },
  {
    endpoint: changePanicContact,
    cells: 'uAAAffffffff',
    call: (subject) => ({ ...ofContact(subject), body: { ...contact(idOf(subject)), name: 'Ben' } }),
    prepare: stage('agreed'),
    audit: 'panicContacts.change',
  },
  {
    endpoint: orderPanicContacts,
    cells: 'uAAAffffffff',
    call: (subject) => ({ body: { ids: [idOf(subject)] } }),
    prepare: stage('agreed'),
    audit: 'panicContacts.order',
  },
  {
    endpoint: invitePanicContact,
    cells: 'uAPAffffffff',
    call: ofContact,
    prepare: stage('invited'),
    audit: 'panicContacts.invite',
  },
  {
    endpoint: testPanicContact,
    cells: 'uAPAffffffff',
    call: ofContact,
    prepare: stage('agreed'),
    audit: 'panicContacts.test',
  },
  {
    endpoint: testOwnPhone,
    cells: 'uAPAffffffff',
    call: () => ({}),
    prepare: async ({ test }, { id }) => {
      await sql`update person set phone = '+61491570156' where id = ${id}`.execute(test.database.sql);
      return {};
    },
    audit: 'panicContacts.testOwn',
  },
  {
    endpoint: removePanicContact,
    cells: 'uAAAffffffff',
    call: ofContact,
    prepare: stage('agreed'),
    audit: 'panicContacts.remove',
  },
  {
    endpoint: savePanicSettings,
    cells: 'uAAAffffffff',
    call: () => ({ body: { wantsDrills: true, channels: { email: false } } }),
    audit: 'panicContacts.settings',
  },
];
