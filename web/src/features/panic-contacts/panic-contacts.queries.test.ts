import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import type { ConsentPage } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import { expect, onTestFinished, test } from 'vitest';
import { noContacts } from '#testing/fake-server/fake-server-panic-contacts.ts';
import { consentQuery } from './consent/panic-contacts.consent.queries.ts';
import { panicContactsQuery } from './panic-contacts.queries.ts';

/** Opens a page with the query, and comes back to the page from another tab. */
async function comeBack(observe: (client: QueryClient) => () => void): Promise<void> {
  const client = new QueryClient();
  client.mount();
  const close = observe(client);
  onTestFinished(() => {
    close();
    client.unmount();
    focusManager.setFocused(undefined);
  });
  await expect.poll(() => client.isFetching()).toBe(0);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await expect.poll(() => client.isFetching()).toBe(0);
}

test('the contacts are read again when the user comes back from another tab [PANIC-07]', async () => {
  let reads = 0;
  const queryFn = () => Promise.resolve(noContacts({ hasSms: ++reads > 0 }));
  await comeBack((client) => new QueryObserver(client, { ...panicContactsQuery, queryFn }).subscribe(() => undefined));
  expect(reads).toBe(2);
});

const asker = 'Mia Novak';

test.each<[ConsentPage['kind'], number, ConsentPage]>([
  ['invitation', 2, { kind: 'invitation', asker, by: 'email' }],
  ['left', 1, { kind: 'left', asker }],
])('after a return, the page of a contact with the state %s was read %i times [PANIC-07]', async (_, times, page) => {
  let reads = 0;
  const queryFn = () => {
    reads += 1;
    return Promise.resolve(page);
  };
  await comeBack((client) => new QueryObserver(client, { ...consentQuery('t'), queryFn }).subscribe(() => undefined));
  expect(reads).toBe(times);
});
