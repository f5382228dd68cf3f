import { checkAllBy } from '#ui/controls/fields.ts';
import type { ClockTolerance, HubMaker } from '@trace/contract/hub-receiver/hub-receiver.rules';
import {
  newHubAccountSchema,
  type HubReporting,
  type NewHubAccount,
} from '@trace/contract/hub-receiver/hub-receiver.schema';
import { hubReceiverTexts as texts } from '@trace/contract/hub-receiver/hub-receiver.texts';

export interface ReportingValues extends Record<string, unknown> {
  number: string;
  maker: HubMaker;
  isEncrypted: boolean;
  /** Empty: the stored key stays. */
  key: string;
  /** The value of a select is text. */
  supervisionSec: string;
  clockTolerance: ClockTolerance;
}

const NUMBER_BYTES = 4;
const KEY_BYTES = 16;

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

export const newKey = (): string => randomHex(KEY_BYTES);

/** The stored settings, or suggestions for a new hub. */
export function valuesOf(account: HubReporting['account']): ReportingValues {
  if (account === null) {
    const suggested = { number: randomHex(NUMBER_BYTES), key: newKey(), supervisionSec: '60' };
    return { ...suggested, maker: 'ajax', isEncrypted: true, clockTolerance: 'usual' };
  }
  const { number, maker, isEncrypted, supervisionSec, clockTolerance } = account;
  return { number, maker, isEncrypted, key: '', supervisionSec: String(supervisionSec), clockTolerance };
}

/** `isKeyStored`: an empty key keeps the stored one. */
export function accountOf(values: ReportingValues, isKeyStored: boolean): NewHubAccount {
  const { number, maker, isEncrypted, key, supervisionSec, clockTolerance } = values;
  return {
    ...{ number, maker, clockTolerance },
    supervisionSec: Number(supervisionSec),
    ...(isEncrypted && key === '' && isKeyStored ? {} : { key: isEncrypted ? key : null }),
  };
}

export const checkValues =
  (isKeyStored: boolean) =>
  (values: ReportingValues): Record<string, string> => {
    const missing: Record<string, string> =
      values.isEncrypted && values.key === '' && !isKeyStored ? { key: texts.keyMissing } : {};
    return { ...checkAllBy(newHubAccountSchema)(accountOf(values, isKeyStored)), ...missing };
  };
