import { Secret, TOTP } from 'otpauth';

/** Returns the code that an authenticator app shows at this instant, from the key that the portal shows. */
export const codeAt = (key: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() });
