import type { NewPasskeyAnswer, PasskeyAnswer } from '@trace/contract/auth/factors/auth.passkeys.schema';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** The site that passkeys belong to. Passkeys are created for a host name and answer only at this origin. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

/** The verified data of a new passkey. */
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

/** A passkey cannot belong to a machine's own IP address, but can belong to the name 'localhost'. */
export function siteOf(portalUrl: string): PasskeySite {
  const { hostname, origin, port } = new URL(portalUrl);
  const isOwnMachine = ['127.0.0.1', '[::1]', '0.0.0.0', '[::]'].includes(hostname);
  return isOwnMachine ? { rpId: 'localhost', origin: `http://localhost:${port}` } : { rpId: hostname, origin };
}

/**
 * Returns the challenge that an answer claims to answer, or null if none is readable. The challenge is not yet
 * verified.
 */
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

/** Returns the usage data from the answer of a known passkey, or null if the answer is invalid. */
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

/** Passkey sign-ins are rare right after a start, so the library is loaded at the first sign-in by passkey. */
const library = () => import('@simplewebauthn/server');

/** The library reports every fault in the data from a browser by throwing. */
async function orNull<T>(verifying: Promise<T>): Promise<T | null> {
  try {
    return await verifying;
  } catch {
    return null;
  }
}
