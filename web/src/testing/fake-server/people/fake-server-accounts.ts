import { done } from '@trace/contract/kernel/endpoint';
import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  downloadData,
  getProfile,
  updateProfile,
} from '@trace/contract/accounts/accounts.api';
import type { Profile } from '@trace/contract/accounts/accounts.schema';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { Person } from '@trace/contract/auth/auth.schema';
import { endOtherSessions, endSession, listSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import type { OpenSession } from '@trace/contract/auth/sessions/auth.sessions.schema';
import { sessionsTexts } from '@trace/contract/auth/sessions/auth.sessions.texts';
import { refuse, type FakeServer } from '../fake-server.ts';

/** The account data of the signed-in user in the fake server, apart from the `Person`. */
export interface AccountsWorld {
  phone: string | null;
  businessName: string | null;
  nextEmail: string | null;
  sessions: OpenSession[];
}

/** The code that the fake server takes. */
export const rightCode = '482913';

function anOpenSession(change: Partial<OpenSession> = {}): OpenSession {
  const at = new Date(Date.now() - 120_000).toISOString();
  const where = { device: 'Firefox on Windows', address: '203.0.113.7' };
  return { id: crypto.randomUUID(), ...where, startedAt: at, lastSeenAt: at, isThis: false, ...change };
}

export const plainAccount = (): AccountsWorld => ({
  phone: '+61491570156',
  businessName: 'Harbour Alarms',
  nextEmail: null,
  sessions: [
    anOpenSession({ isThis: true }),
    anOpenSession({ device: 'Safari on iPhone', address: '2001:db8:85a3::8a2e:370:7334' }),
    anOpenSession({ device: 'Chrome on Android', address: '198.51.100.24' }),
  ],
});

export function serveAccounts(server: FakeServer, world: { person: Person | null; accounts: AccountsWorld }): void {
  const profile = (): Profile => {
    const { email, firstName, lastName, userType, timeZone } = world.person!;
    const { phone, nextEmail, businessName } = world.accounts;
    const own = { email, nextEmail, userType, status: 'active' as const, firstName, lastName, phone, timeZone };
    return { ...own, businessName: userType === 'installer' ? businessName : null };
  };
  server.on(getProfile, profile);
  server.on(updateProfile, ({ body: { phone, businessName, ...names } }) => {
    Object.assign(world.person!, names);
    Object.assign(world.accounts, phone !== undefined && { phone }, businessName !== undefined && { businessName });
    return profile();
  });
  server.on(changeEmail, ({ body }) => {
    world.accounts.nextEmail = body.email;
    return done;
  });
  server.on(confirmEmail, ({ body }) => {
    if (body.code !== rightCode) return refuse('invalid_input', accountsTexts.codeWrong, 'body.code');
    world.person!.email = world.accounts.nextEmail!;
    world.accounts.nextEmail = null;
    return profile();
  });
  server.on(changePassword, () => done);
  server.on(downloadData, () => ({ exportedAt: '2026-11-21T22:00:00.000Z', auth: { account: profile() } }));
  server.on(deleteAccount, () => {
    world.person = null;
    return done;
  });
  serveSessions(server, world.accounts);
}

function serveSessions(server: FakeServer, world: AccountsWorld): void {
  server.on(listSessions, () => ({ sessions: world.sessions }));
  server.on(endSession, ({ params }) => {
    if (!world.sessions.some(({ id }) => id === params.id)) return refuse('not_found', sessionsTexts.notFound);
    world.sessions = world.sessions.filter(({ id }) => id !== params.id);
    return done;
  });
  server.on(endOtherSessions, () => {
    const ended = world.sessions.length - 1;
    world.sessions = world.sessions.filter(({ isThis }) => isThis);
    return { ended };
  });
}
