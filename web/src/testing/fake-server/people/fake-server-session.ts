import { getSession, signIn, signOut } from '@trace/contract/auth/auth.api';
import type { Person } from '@trace/contract/auth/auth.schema';
import { done } from '@trace/contract/kernel/endpoint';
import { refuse, type FakeServer } from '../fake-server.ts';

/** Signs these people in and out. */
export function serveSession(server: FakeServer, world: { person: Person | null }, people: readonly Person[]): void {
  server.on(getSession, () => ({ person: world.person }));
  server.on(signOut, () => {
    world.person = null;
    return done;
  });
  server.on(signIn, ({ body }) => {
    const person = people.find(({ email }) => email === body.email);
    if (!person) return refuse('wrong_credentials', 'Incorrect email or password.');
    world.person = person;
    return { person };
  });
}
