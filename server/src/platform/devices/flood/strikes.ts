// Counts how often a device goes on sending although it is held back. Kept per serial, so that strikes outlive a
// reconnect.
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';

/** `disconnect`: the connection ends. `lock_out`: it happens again, so the device must also stay away for a while. */
export type StrikeVerdict = 'noted' | 'disconnect' | 'lock_out';

export interface Strikes {
  strike(serial: string, nowMs: number): StrikeVerdict;
  forgetOld(nowMs: number): void;
}

interface Conduct {
  strikes: number;
  struckMs: number;
  disconnectedMs: number;
}

/** A flood within a second is a single strike. */
const STRIKE_EVERY_MS = 1_000;
const { strikesBeforeDisconnect, strikesForgottenMs, offenderForgottenMs } = deviceProtocol;

export function createStrikes(): Strikes {
  const bySerial = new Map<string, Conduct>();

  const open = (serial: string): Conduct => {
    const conduct = { strikes: 0, struckMs: -Infinity, disconnectedMs: -Infinity };
    bySerial.set(serial, conduct);
    return conduct;
  };

  return {
    strike: (serial, nowMs) => strike(bySerial.get(serial) ?? open(serial), nowMs),
    forgetOld: (nowMs) => {
      for (const [serial, { struckMs }] of bySerial)
        if (nowMs - struckMs > Math.max(strikesForgottenMs, offenderForgottenMs)) bySerial.delete(serial);
    },
  };
}

function strike(conduct: Conduct, nowMs: number): StrikeVerdict {
  const sinceMs = nowMs - conduct.struckMs;
  if (sinceMs < STRIKE_EVERY_MS) return 'noted';
  conduct.strikes = sinceMs > strikesForgottenMs ? 1 : conduct.strikes + 1;
  conduct.struckMs = nowMs;
  const isRepeated = nowMs - conduct.disconnectedMs <= offenderForgottenMs;
  if (!isRepeated && conduct.strikes < strikesBeforeDisconnect) return 'noted';
  conduct.strikes = 0;
  conduct.disconnectedMs = nowMs;
  return isRepeated ? 'lock_out' : 'disconnect';
}
