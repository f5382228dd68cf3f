// Installers who claim certifications of trainees, and the trainees' mailboxes.
import { signIn } from '@trace/contract/auth/auth.api';
import { confirmSignUp, signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import type { SignUp } from '@trace/contract/auth/sign-up/auth.sign-up.schema';
import { getOwnCertification } from '@trace/contract/certification/certification.api';
import { answerClaim } from '@trace/contract/certification/certification.claim.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { registerDevice } from '@trace/contract/devices/registration/devices.registration.api';
import type { ApiClient } from '@trace/contract/kernel/client';
import { sql } from 'kysely';
import { createClaimOutcomes } from '#features/certification/certification.claim-outcomes.service';
import { createCertificationEndings } from '#features/certification/certification.endings.service';
import { openNewcomers, refusalOf } from '#testing/newcomers';
import { signUpForm, SIGN_UP_PASSWORD } from '#testing/sign-up';
import { newSerial } from '#testing/trackers';

const trade = { userType: 'installer', businessName: 'Tan Alarms' } as const;

/** A person on the record of a certification, without an account. */
interface Trainee {
  readonly number: string;
  /** The address on record. */
  readonly email: string;
  readonly name: { readonly firstName: string; readonly lastName: string };
}

interface Installer {
  readonly email: string;
  readonly api: ApiClient;
}

export type ClaimsWorld = Awaited<ReturnType<typeof startClaimsWorld>>;

export async function startClaimsWorld() {
  const newcomers = await openNewcomers();
  const { portal } = newcomers;
  const { database } = portal.test;
  const parts = { database, clock: portal.clock, mail: portal.app.mail, people: portal.app.people };
  let records = 0;

  /** Begins to sign up as an installer. */
  const begin = async (email: string, given: Partial<SignUp>): Promise<ApiClient> => {
    const api = newcomers.browser();
    await api.call(signUp, { body: signUpForm(email, { ...trade, ...given }) });
    return api;
  };

  const confirmIn = async (api: ApiClient, email: string): Promise<void> => {
    await api.call(confirmSignUp, { body: { code: await newcomers.codeFor(email) } });
  };

  /** Signs up as an installer with these names, and in. */
  const installer = async (email: string, given: Partial<SignUp>): Promise<Installer> => {
    const api = await begin(email, given);
    await confirmIn(api, email);
    await api.call(signIn, { body: { email, password: SIGN_UP_PASSWORD } });
    return { email, api };
  };

  /** Registers a new device and returns the serial number. */
  const register = async ({ api }: Installer): Promise<string> => {
    const serialNumber = newSerial();
    await portal.app.gateway.registry.enter(serialNumber);
    await api.call(registerDevice, { body: { serialNumber, nickname: 'Van', claimCode: null, hub: null, sim: null } });
    return serialNumber;
  };

  return {
    ...{ newcomers, begin, confirmIn, register },
    /** A trainee with a name of their own and no account. */
    async trained(): Promise<Trainee> {
      records += 1;
      const lastName = `Tan${'abcdefghijklmnopqrstuvwxyz'[records % 26]}${records}`;
      const [number, email] = [`CERT-${records}-2026`, `noah-${records}@sparkfit.example`];
      await portal.app.certification.add({ number, email, fullName: `Noah ${lastName}`, expiresAt: '' });
      return { number, email, name: { firstName: 'Noah', lastName } };
    },
    /** An installer with the trainee's name, but another address. */
    impostor: ({ name }: Trainee): Promise<Installer> => installer(newcomers.newEmail(), name),
    owner: ({ email, name }: Trainee): Promise<Installer> => installer(email, name),
    /** Uses a new session, because the previous session may have expired. */
    async signedInAgain({ email }: Installer): Promise<Installer> {
      const api = newcomers.browser();
      await api.call(signIn, { body: { email, password: SIGN_UP_PASSWORD } });
      return { email, api };
    },
    ownOf: async ({ api }: Installer) => (await api.call(getOwnCertification, {})).certification,
    subjectsTo: async (email: string): Promise<string[]> =>
      (await newcomers.mailsTo(email)).map(({ subject }) => subject),
    /** The tokens of the mails to an address on record, the newest last. */
    tokensTo: async (email: string): Promise<string[]> =>
      (await newcomers.mailsTo(email)).flatMap(({ text }) => /\/certification-claim#([\w-]+)/.exec(text)?.[1] ?? []),
    answer: (token: string, given: 'yes' | 'no') =>
      newcomers.browser().call(answerClaim, { body: { token, answer: given } }),
    serialsOf: async ({ api }: Installer): Promise<string[]> =>
      (await api.call(listDevices, { query: { limit: 50 } })).devices.map(({ serialNumber }) => serialNumber),
    /** Runs the job that runs every minute, as a separate process would. */
    settle: (): Promise<void> => createClaimOutcomes(parts).settle(),
    /** Binds renewals, as the job that runs every minute does. */
    settleEndings: (): Promise<void> => createCertificationEndings({ ...parts, ended: async () => {} }).settle(),
    pass: (ms: number): void => portal.clock.set(new Date(portal.clock.now().getTime() + ms)),
    /** The words with which a new device is refused, or 'allowed'. */
    async registering(by: Installer): Promise<string> {
      const refused = await refusalOf(register(by));
      return refused === null ? 'allowed' : `${refused.code}: ${refused.message}`;
    },
    async auditsOf({ number }: Trainee): Promise<string[]> {
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where subject_id = ${number} order by id`.execute(database.sql);
      return rows.map(({ action }) => action);
    },
    /** Lets the next test begin without the attempts of this one. */
    forgetAttempts: () => sql`delete from sign_in_attempt`.execute(database.sql),
    stop: () => newcomers.stop(),
  };
}
