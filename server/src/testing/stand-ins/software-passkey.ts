// A passkey in software, created and used as by an authenticator and its browser: ES256, no attestation.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { NewPasskeyAnswer, PasskeyAnswer } from '@trace/contract/auth/factors/auth.passkeys.schema';

export interface SoftwarePasskey {
  readonly id: string;
  /** Counts up at every use; 0 for ever when `isCounting` is off. */
  counter: number;
  create(options: { challenge: string }, how?: Partial<Ceremony>): NewPasskeyAnswer;
  get(options: { challenge: string }, how?: Partial<Ceremony>): PasskeyAnswer;
}

/** The properties of a passkey answer that a test can falsify. */
interface Ceremony {
  origin: string;
  rpId: string;
  /** Whether the person was verified, by a finger or a PIN. */
  isVerified: boolean;
  userHandle: string | undefined;
}

const bytes = (value: Buffer): string => value.toString('base64url');
const sha256 = (value: Buffer | string): Buffer => createHash('sha256').update(value).digest();

/** @param origin where the browser is, such as http://localhost:3000 */
export function softwarePasskey(origin: string, { isCounting = true } = {}): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = bytes(credentialId);
  const usual: Ceremony = { origin, rpId: new URL(origin).hostname, isVerified: true, userHandle: undefined };

  const passkey: SoftwarePasskey = {
    id,
    counter: 0,
    create: ({ challenge }, how) => {
      const given = { ...usual, ...how };
      const key = Buffer.concat([sizeOf(credentialId), credentialId, coseOf(publicKey)]);
      const authData = authenticatorData(given, passkey.counter, Buffer.concat([Buffer.alloc(16), key]));
      const clientDataJSON = clientData('webauthn.create', challenge, given.origin);
      const response = { clientDataJSON: bytes(clientDataJSON), attestationObject: bytes(attestationOf(authData)) };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },
    get: ({ challenge }, how) => {
      const given = { ...usual, ...how };
      if (isCounting) passkey.counter += 1;
      const authData = authenticatorData(given, passkey.counter);
      const clientDataJSON = clientData('webauthn.get', challenge, given.origin);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey);
      const userHandle = given.userHandle === undefined ? {} : { userHandle: given.userHandle };
      const response = {
        clientDataJSON: bytes(clientDataJSON),
        authenticatorData: bytes(authData),
        signature: bytes(signature),
        ...userHandle,
      };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },
  };
  return passkey;
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** WebAuthn §6.1: hash of the host name, flags, counter, and the new credential if present. */
function authenticatorData({ rpId, isVerified }: Ceremony, counter: number, credential?: Buffer): Buffer {
  const flags = 0x01 | (isVerified ? 0x04 : 0) | (credential ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
}

function sizeOf(value: Buffer): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(value.length);
  return size;
}

/** CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a P-256 key in the form of RFC 9053. */
function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const coordinate = (value: string | undefined): Buffer => Buffer.from(value!, 'base64url');
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    coordinate(x),
    Buffer.from([0x22, 0x58, 0x20]),
    coordinate(y),
  ]);
}

/** CBOR of {fmt: 'none', attStmt: {}, authData}. */
function attestationOf(authData: Buffer): Buffer {
  const text = (value: string): Buffer => Buffer.from([0x60 + value.length, ...Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    sizeOf(authData),
    authData,
  ]);
}
