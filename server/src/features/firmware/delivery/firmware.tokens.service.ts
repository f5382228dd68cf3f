import { createHash, randomBytes } from 'node:crypto';
import { deliveryTexts } from '@trace/contract/firmware/firmware.device.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit, entryOf } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { DevicesPort } from '#features/devices/devices.port';
import { deleteToken, updateToken } from './firmware.delivery.store.ts';

/** 192 bits: nobody guesses them. The prefix lets scanners of source code find a token that was published. */
const SECRET_BYTES = 24;
const PREFIX = 'trace_fw_';
const SHAPE = /^trace_fw_[A-Za-z0-9_-]{32}$/;

/** Text of another shape is no token, and needs no query. */
export const isToken = (text: string): boolean => SHAPE.test(text);

/** A random token needs no slow hash. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(`firmware ${token}`).digest();

export interface TokenCall {
  readonly actor: Actor;
  readonly origin: CallOrigin;
  readonly serial: string;
}

export interface Tokens {
  /** The only time that the token is readable. */
  make(call: TokenCall): Promise<{ token: string; madeAt: string }>;
  end(call: TokenCall): Promise<void>;
}

const unknownDevice = (): Refusal => new Refusal('not_found', deliveryTexts.unknownDevice);

export function createTokens(dependencies: {
  database: Database;
  clock: Clock;
  devices: Pick<DevicesPort, 'deviceIdsOf'>;
}): Tokens {
  const { database, clock, devices } = dependencies;

  const idOf = async (serial: string): Promise<number> => {
    const id = (await devices.deviceIdsOf([serial])).get(serial);
    if (id === undefined) throw unknownDevice();
    return id;
  };

  return {
    make: async ({ actor, origin, serial }) => {
      const token = PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
      const deviceId = await idOf(serial);
      const at = clock.now();
      await database.transaction(async (tx) => {
        if (!(await updateToken(tx, { deviceId, tokenHash: hashOfToken(token), at }))) throw unknownDevice();
        const subject = { type: 'device', id: serial };
        await recordAudit(tx, entryOf(actor.accountId, origin, 'firmware.makeToken', subject));
      });
      return { token, madeAt: at.toISOString() };
    },
    end: async ({ actor, origin, serial }) => {
      const deviceId = await idOf(serial);
      await database.transaction(async (tx) => {
        if (!(await deleteToken(tx, deviceId))) return;
        const subject = { type: 'device', id: serial };
        await recordAudit(tx, entryOf(actor.accountId, origin, 'firmware.deleteToken', subject));
      });
    },
  };
}
