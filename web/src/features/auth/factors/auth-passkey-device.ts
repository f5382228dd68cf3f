import type {
  NewPasskeyAnswer,
  NewPasskeyOptions,
  PasskeyAnswer,
  PasskeyOptions,
} from '@trace/contract/auth/factors/auth.passkeys.schema';

const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** Passkeys belong to a host name. An IP address has no passkeys, whatever the browser supports. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !IP_ADDRESS.test(location.hostname);
}

// Loads the library only on demand, because most users never use a passkey.

/** Asks the user's device to create a passkey. Throws when the user declines or the device fails. */
export async function makePasskey(options: NewPasskeyOptions): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  return (await startRegistration({ optionsJSON: options as Options })) as NewPasskeyAnswer;
}

/** Asks the user's device to answer with a passkey. Throws when the user declines or the device fails. */
export async function askPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return (await startAuthentication({ optionsJSON: options as Options })) as PasskeyAnswer;
}
