// Rules of MQTT 3.1.1 for CONNECT that the library does not check.

/** `other_version`: to be answered with CONNACK 1. `malformed`: to be closed without an answer. */
export type ConnectFlaw = 'other_version' | 'malformed';

const flag = { reserved: 0x01, will: 0x04, willQos: 0x18, willRetain: 0x20, password: 0x40, user: 0x80 } as const;
/** Name with its length, level, flags and keep-alive. */
const HEADER_BYTES = 10;
const LEVEL_AT = 6;
const LEVEL = 4;

/** @param body the packet without its fixed header */
export function flawOfConnect(body: Buffer): ConnectFlaw | null {
  // Another name is left to the library and to `decideConnect`.
  if (body.toString('latin1', 0, LEVEL_AT) !== '\0\x04MQTT') return null;
  if (body.length > LEVEL_AT && body[LEVEL_AT] !== LEVEL) return 'other_version';
  if (body.length < HEADER_BYTES) return 'malformed';
  const flags = body[LEVEL_AT + 1]!;
  return hasAllowedFlags(flags) && endOfFields(body, fieldCount(flags)) === body.length ? null : 'malformed';
}

function hasAllowedFlags(flags: number): boolean {
  const has = (mask: number): boolean => (flags & mask) !== 0;
  if (has(flag.reserved) || (flags & flag.willQos) === flag.willQos) return false;
  if (!has(flag.will) && has(flag.willQos | flag.willRetain)) return false;
  return has(flag.user) || !has(flag.password);
}

/** Client id, will topic and will message, user, password. */
function fieldCount(flags: number): number {
  const count = (mask: number): number => ((flags & mask) === 0 ? 0 : 1);
  return 1 + 2 * count(flag.will) + count(flag.user) + count(flag.password);
}

/** Each field is its length in two bytes and its content. Returns -1 when a field has no length. */
function endOfFields(body: Buffer, fields: number): number {
  let at = HEADER_BYTES;
  for (let nth = 0; nth < fields; nth += 1) {
    if (at + 2 > body.length) return -1;
    at += 2 + body.readUInt16BE(at);
  }
  return at;
}
