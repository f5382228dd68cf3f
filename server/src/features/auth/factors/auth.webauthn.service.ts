import type { NewPasskeyAnswer, PasskeyAnswer } from '@trace/contract/auth/factors/auth.passkeys.schema';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** Where passkeys belong: they are made for a host name and answer at these addresses alone. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

/** What a new passkey has shown. */
export interface ShownPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
}

export interface KnownPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

/** A machine's own addresses are no host name that a passkey could belong to; its name 'localhost' is. */
export function siteOf(portalUrl: string): PasskeySite {
  const { hostname, origin, port } = new URL(portalUrl);
  const isOwnMachine = ['127.0.0.1', '[::1]', '0.0.0.0', '[::]'].includes(hostname);
  return isOwnMachine ? { rpId: 'localhost', origin: `http://localhost:${port}` } : { rpId: hostname, origin };
}

/** The question that an answer says it answers; null when it is none. Nothing of it is proved yet. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    // A stranger may send any bytes.
    return null;
  }
}

/** The passkey that the answer shows, or null when the answer is not right. */
export async function verifyNewPasskey(
  answer: NewPasskeyAnswer,
  challenge: string,
  { rpId, origin }: PasskeySite,
): Promise<ShownPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const verified = await orNull(
    verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const { id: credentialId, publicKey, counter, transports = [] } = credential;
  return { credentialId, publicKey, counter, transports, isSynced: credentialBackedUp };
}

/** What the answer of a known passkey says of its use, or null when the answer is not right. */
export async function verifyPasskey(
  answer: PasskeyAnswer,
  challenge: string,
  { rpId, origin }: PasskeySite,
  known: KnownPasskey,
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id: known.credentialId, publicKey: Uint8Array.from(known.publicKey), counter: known.counter },
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) return null;
  const { newCounter: counter, credentialBackedUp: isSynced } = verified.authenticationInfo;
  return { counter, isSynced };
}

/** Few sign in by passkey right after a start: the library is loaded when the first one does. */
const library = () => import('@simplewebauthn/server');

/** The library throws for each thing that is not right with what a browser sent, and has no other way to say so. */
async function orNull<T>(verifying: Promise<T>): Promise<T | null> {
  try {
    return await verifying;
  } catch {
    return null;
  }
}
