import type { IdentityOptions } from '../auth.better-auth.service.ts';

export type Identity = ReturnType<typeof createIdentity>;

export interface Proof {
  /** Normalised. */
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string;
}

export type SignInOutcome = NewSession | { readonly kind: 'wrong_proof' | 'second_step' | 'no_valid_role' };

export interface NewSession {
  readonly kind: 'session';
  readonly token: string;
  /** `Set-Cookie` headers for the browser. */
  readonly setCookies: readonly string[];
}

/**
 * The identity library is loaded apart from the rest: that takes longer than the whole start of the server, and the
 * server is to be ready before.
 */
export function createIdentity(options: IdentityOptions) {
  const load = async () => {
    const { ADDRESS_HEADER, createLibrary, outcomeOf } = await import('../auth.better-auth.service.ts');
    return { addressHeader: ADDRESS_HEADER, library: createLibrary(options), outcomeOf };
  };
  let loading: ReturnType<typeof load> | undefined;
  const loaded = (): ReturnType<typeof load> => (loading ??= load());

  return {
    /** Preloads the dependencies of `signIn`, so that the first sign-in does not wait. */
    prepare: async (): Promise<void> => {
      await loaded();
    },
    /** Proves e-mail and password and begins a session; takes as long for an unknown e-mail as for a wrong password. */
    signIn: async ({ email, password, address, userAgent }: Proof): Promise<SignInOutcome> => {
      const { addressHeader, library, outcomeOf } = await loaded();
      const headers = new Headers({ 'user-agent': userAgent, [addressHeader]: address });
      try {
        const answer = await library.api.signInEmail({ body: { email, password }, headers, returnHeaders: true });
        return { kind: 'session', token: answer.response.token, setCookies: answer.headers.getSetCookie() };
      } catch (error) {
        const kind = outcomeOf(error);
        if (kind === null) throw error;
        return { kind };
      }
    },
  };
}
