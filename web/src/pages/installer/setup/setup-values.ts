import { checkSim, noSim, simToSend, type SimValues } from '#features/device-setup/device-setup-sim.ts';
import type { DraftValues } from '#features/devices/registration/devices-draft-store.ts';
import type { KeptRegistration } from '#features/devices/registration/devices-outbox-store.ts';
import type { Registration } from '#features/devices/registration/devices.register.queries.ts';
import type { useHubChoice } from '#features/hubs/hubs-choice.ts';
import { outboxTexts } from '@trace/contract/devices/registration/devices.outbox.texts';
import {
  isClaimCode,
  normaliseClaim,
  type Label,
} from '@trace/contract/devices/registration/devices.registration.rules';
import {
  nicknameSchema,
  typedSerialSchema,
  type Verification,
} from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { FACTORY_SERIAL_PREFIX } from '@trace/contract/kernel/serial';

/** The form before anyone has typed. */
export const untouched = {
  serial: FACTORY_SERIAL_PREFIX,
  claimCode: '',
  nickname: '',
  isHubOn: false,
  sim: noSim,
};

export type SetupValues = typeof untouched;

export interface SetupErrors {
  claimCode?: string;
  nickname?: string;
  sim?: Partial<SimValues>;
}

export const isUntouched = (values: SetupValues): boolean =>
  JSON.stringify({ ...values, serial: values.serial.trim() || FACTORY_SERIAL_PREFIX }) === JSON.stringify(untouched);

/** A kept registration has neither hub nor password. */
export const valuesOfKept = ({ serialNumber, claimCode, nickname, sim }: KeptRegistration): SetupValues => ({
  serial: serialNumber,
  claimCode: claimCode ?? '',
  nickname: nickname ?? '',
  isHubOn: false,
  sim: { ...noSim, apn: sim?.apn ?? '', username: sim?.username ?? '' },
});

/** Passwords are never written to disk. */
export const draftOf = (
  { serial, claimCode, nickname, isHubOn, sim }: SetupValues,
  registrationId: string,
  isVerified: boolean,
): DraftValues => ({
  registrationId,
  serial,
  claimCode,
  nickname,
  isHubOn,
  sim: { apn: sim.apn, username: sim.username },
  isVerified,
});

/** Whether the label would replace a different serial or claim code that a person has typed. */
export function isReplacing({ serial, claimCode }: SetupValues, label: Label): boolean {
  const typed = serial.trim();
  if (typed === '' || typed === FACTORY_SERIAL_PREFIX) return false;
  const typedClaim = normaliseClaim(claimCode);
  return typed !== label.serialNumber || (typedClaim !== '' && typedClaim !== (label.claimCode ?? ''));
}

export function withoutAny(errors: SetupErrors, changed: Partial<SetupValues>): SetupErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in changed)));
}

/** The checks, in the order of the form. */
export function missingWords(
  { claimCode, isHubOn }: SetupValues,
  verified: Verification | null,
  hubs: ReturnType<typeof useHubChoice>,
): string | null {
  if (verified === null) return texts.verifyFirst;
  if (verified.needsClaimCode && claimCode.trim() === '') return texts.claimMissing;
  if (!isHubOn) return null;
  if (hubs.state.verified === null) return texts.credentialsFirst;
  return hubs.chosen === null ? texts.hubMissing : null;
}

/** Without signal, checks the form locally. Values that must not be stored on disk are refused. */
export function missingOffline({ serial, isHubOn, sim }: SetupValues): string | null {
  if (serial.trim() === FACTORY_SERIAL_PREFIX) return texts.serialMissing;
  const { error } = typedSerialSchema.safeParse(serial);
  if (error) return error.issues[0]?.message ?? texts.serialInvalid;
  if (isHubOn) return outboxTexts.hubLater;
  return sim.password.trim() === '' ? null : outboxTexts.simLater;
}

/** Describes an unverified device. Whether a claim code is needed shows only when the registration is sent. */
export const unverified = ({
  serial,
  claimCode,
}: SetupValues): Pick<Verification, 'serialNumber' | 'needsClaimCode'> => ({
  serialNumber: serial.trim(),
  needsClaimCode: claimCode.trim() !== '',
});

/** Checks the form without a request. The server counts wrong claim codes, so a misread code is not sent. */
export function check(
  { claimCode, nickname, sim }: SetupValues,
  { needsClaimCode }: Pick<Verification, 'needsClaimCode'>,
): SetupErrors {
  const isCodeWrong = needsClaimCode && !isClaimCode(normaliseClaim(claimCode));
  const nicknameError = nicknameSchema.safeParse(nickname).error?.issues[0]?.message;
  const simErrors = checkSim(sim);
  return {
    ...(isCodeWrong && { claimCode: texts.claimWrong }),
    ...(nicknameError !== undefined && { nickname: nicknameError }),
    ...(Object.keys(simErrors).length > 0 && { sim: simErrors }),
  };
}

export function registrationOf(
  { claimCode, nickname, isHubOn, sim }: SetupValues,
  { serialNumber, needsClaimCode }: Pick<Verification, 'serialNumber' | 'needsClaimCode'>,
  { chosen }: ReturnType<typeof useHubChoice>,
): Registration {
  return {
    serialNumber,
    nickname,
    claimCode: needsClaimCode ? claimCode : null,
    hub: isHubOn && chosen ? { handle: chosen.handle, hubId: chosen.hub.hubId } : null,
    sim: simToSend(sim),
  };
}

export const shownName = ({ nickname }: { nickname: string }, serial: string): string =>
  deviceName(serial, nickname.trim() || null);
