import { draftStore } from '#lib/offline/browser-stores.ts';
import { storagePeriods } from '@trace/contract/privacy/privacy.storage-periods.rules';
import { del, get, update } from 'idb-keyval';

/**
 * The values of a half-filled registration that may be written to disk (REG-14). The claim code is included, because it
 * is printed on the device and loses its value with the registration. Hub sign-in and SIM password are excluded.
 */
export interface DraftValues {
  /** The idempotency key of the registration, so that sending it again after a reload is harmless. */
  registrationId: string;
  serial: string;
  claimCode: string;
  nickname: string;
  isHubOn: boolean;
  sim: { apn: string; username: string };
  isVerified: boolean;
}

export interface RegistrationDraft extends DraftValues {
  savedAt: number;
  /** Changes with each save, so that a tab notices the save of another tab. */
  revision: string;
}

/** Older drafts are deleted as abandoned. */
const KEPT_MS = storagePeriods.draftMs;

/** Returns this user's draft. The drafts of other users of this browser stay hidden. */
export async function loadDraft(accountId: string): Promise<RegistrationDraft | null> {
  const draft = await get<RegistrationDraft>(accountId, draftStore);
  if (draft === undefined) return null;
  // A clock that was ahead when the draft was saved, and is right now, loses no draft.
  const ageMs = Math.abs(Date.now() - draft.savedAt);
  if (ageMs <= KEPT_MS) return draft;
  await dropDraft(accountId);
  return null;
}

interface Saved {
  draft: RegistrationDraft;
  /** False when another tab has saved since `base`. Then `draft` is the draft of the other tab, and nothing is saved. */
  isSaved: boolean;
}

/** Saves a draft over the draft with the revision `base`. */
export async function saveDraft(accountId: string, values: DraftValues, base: string | null): Promise<Saved> {
  let saved: Saved | undefined;
  await update<RegistrationDraft>(
    accountId,
    (before) => {
      const isOther = before !== undefined && before.revision !== base;
      const draft = isOther ? before : { ...values, savedAt: Date.now(), revision: crypto.randomUUID() };
      saved = { draft, isSaved: !isOther };
      return draft;
    },
    draftStore,
  );
  return saved!;
}

const dropDraft = (accountId: string): Promise<void> => del(accountId, draftStore);

/** Deletes the draft that this page knows. The newer draft of another tab stays. */
export async function dropOwnDraft(accountId: string, base: string): Promise<void> {
  const draft = await get<RegistrationDraft>(accountId, draftStore);
  if (draft?.revision === base) await dropDraft(accountId);
}
