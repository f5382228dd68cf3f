import { done } from '@trace/contract/kernel/endpoint';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@trace/contract/auth/factors/auth.passkeys.api';
import type { Passkey } from '@trace/contract/auth/factors/auth.passkeys.schema';
import { prove, startProof } from '@trace/contract/auth/factors/auth.proof.api';
import {
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '@trace/contract/auth/factors/auth.second-factor.api';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { refuse, type FakeServer } from '../fake-server.ts';

export const rightFactorCode = '123456';
export const factorKey = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const factorCodes = Array.from({ length: 10 }, (_, index) => `7KMNP-Q4RS${index === 0 ? 'T' : index + 1}`);

export interface FactorWorld {
  isOn: boolean;
  isRequired: boolean;
  passkeys: Passkey[];
}

export const noFactors = (): FactorWorld => ({ isOn: false, isRequired: false, passkeys: [] });

export function aPasskey(name: string, change: Partial<Passkey> = {}): Passkey {
  const createdAt = new Date(Date.now() - 86_400_000).toISOString();
  return { id: crypto.randomUUID(), name, createdAt, lastUsedAt: null, isSynced: false, ...change };
}

/** Serves two-step sign-in, passkeys and re-authentication of the signed-in user. */
export function serveFactors(server: FakeServer, world: FactorWorld): void {
  server.on(getSecondFactor, () => ({
    isOn: world.isOn,
    recoveryCodesLeft: world.isOn ? 10 : 0,
    isRequired: world.isRequired,
    removal: null,
  }));
  server.on(startSecondFactor, () => ({ key: factorKey, uri: `otpauth://totp/Trace:mia?secret=${factorKey}` }));
  server.on(confirmSecondFactor, ({ body }) => {
    if (body.code !== rightFactorCode) return refuse('wrong_credentials', secondFactorTexts.wrongCode);
    world.isOn = true;
    return { recoveryCodes: factorCodes };
  });
  server.on(renewRecoveryCodes, () => ({ recoveryCodes: factorCodes.toReversed() }));
  server.on(turnOffSecondFactor, () => {
    world.isOn = false;
    return { isOn: false as const };
  });
  server.on(startProof, () => ({ needsCode: world.isOn, passkey: null }));
  server.on(prove, () => ({ provedAt: new Date().toISOString() }));
  servePasskeys(server, world);
}

function servePasskeys(server: FakeServer, world: FactorWorld): void {
  server.on(listPasskeys, () => ({ passkeys: world.passkeys }));
  server.on(startPasskey, () => refuse('conflict', 'No device answers here.'));
  server.on(addPasskey, ({ body }) => {
    const passkey = aPasskey(body.name);
    world.passkeys = [...world.passkeys, passkey];
    return { passkey };
  });
  server.on(renamePasskey, ({ params, body }) => {
    const passkey = world.passkeys.find(({ id }) => id === params.id);
    if (!passkey) return refuse('not_found');
    passkey.name = body.name;
    return { passkey };
  });
  server.on(removePasskey, ({ params }) => {
    world.passkeys = world.passkeys.filter(({ id }) => id !== params.id);
    return done;
  });
}
