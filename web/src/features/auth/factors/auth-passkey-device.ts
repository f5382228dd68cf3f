import type {
  NewPasskeyAnswer,
  NewPasskeyOptions,
  PasskeyAnswer,
  PasskeyOptions,
} from '@trace/contract/auth/factors/auth.passkeys.schema';

const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** Passkeys belong to a host name: an address in numbers has none, whatever the browser can do. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !IP_ADDRESS.test(location.hostname);
}

// The library is loaded when somebody wants a passkey: most never do.

/** Asks the person's device to make a passkey. Throws when they will not, or it cannot. */
export async function makePasskey(options: NewPasskeyOptions): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  return (await startRegistration({ optionsJSON: options as Options })) as NewPasskeyAnswer;
}

/** Asks the person's device to answer with a passkey. Throws when they will not, or it cannot. */
export async function askPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return (await startAuthentication({ optionsJSON: options as Options })) as PasskeyAnswer;
}
