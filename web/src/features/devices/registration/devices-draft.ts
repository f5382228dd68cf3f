import { usePerson } from '#lib/session/session.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { dropOwnDraft, loadDraft, saveDraft, type DraftValues, type RegistrationDraft } from './devices-draft-store.ts';

interface DraftOptions {
  /** The values of the form, or null while the form is untouched. */
  values: DraftValues | null;
  onRestore: (draft: RegistrationDraft) => void;
}

/** Saves a half-filled registration with each change, and restores it when the form opens (REG-14). */
export function useRegistrationDraft({ values, onRestore }: DraftOptions) {
  const { id: accountId } = usePerson();
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  const [other, setOther] = useState<RegistrationDraft | null>(null);
  /** The revision that this page has loaded or saved last. */
  const base = useRef<string | null>(null);
  const known = useRef<DraftValues | null>(null);
  /** An untouched form that has just opened has no draft to drop. */
  const wasFilled = useRef(false);
  /** Keeps loads and saves in order. */
  const queue = useRef<Promise<void>>(Promise.resolve());
  const current = JSON.stringify(values);

  const enqueue = (work: () => Promise<void>) => {
    // A browser without storage has no drafts.
    queue.current = queue.current.then(work).catch(() => undefined);
  };

  const restore = (draft: RegistrationDraft) => {
    base.current = draft.revision;
    known.current = draft;
    setOther(null);
    setRestoredAt(draft.savedAt);
    onRestore(draft);
  };

  const opened = useEffectEvent((draft: RegistrationDraft) => {
    // The person was faster than the disk.
    if (values !== null) setOther(draft);
    else restore(draft);
  });
  useEffect(() => {
    let isCurrent = true;
    enqueue(async () => {
      const draft = await loadDraft(accountId);
      if (isCurrent && draft !== null) opened(draft);
    });
    return () => {
      isCurrent = false;
    };
  }, [accountId]);

  const save = async (changed: DraftValues, over: string | null) => {
    const { draft, isSaved } = await saveDraft(accountId, changed, over);
    setOther(isSaved ? null : draft);
    if (!isSaved) return;
    base.current = draft.revision;
    known.current = changed;
  };

  const follow = useEffectEvent((changed: DraftValues | null) => {
    if (changed === null && !wasFilled.current) return;
    wasFilled.current = changed !== null;
    enqueue(async () => {
      if (changed === null) {
        setRestoredAt(null);
        if (base.current !== null) await dropOwnDraft(accountId, base.current);
        base.current = null;
        known.current = null;
      } else if (isChanged(changed, known.current)) {
        await save(changed, base.current);
      }
    });
  });
  useEffect(() => follow(JSON.parse(current) as DraftValues | null), [current]);

  return {
    /** When the shown draft was saved, or null when the form was not restored. */
    restoredAt,
    /** A draft that another tab has saved, or null. Nothing is saved until the person has chosen one. */
    other,
    useOther: () => other && restore(other),
    keepThis: () => other && values && enqueue(() => save(values, other.revision)),
  };
}

/** A lost verification is no change: a restored serial is verified again anyway. */
function isChanged(changed: DraftValues, known: DraftValues | null): boolean {
  if (known === null || (changed.isVerified && !known.isVerified)) return true;
  const typed = ({ registrationId, serial, claimCode, nickname, isHubOn, sim }: DraftValues) =>
    JSON.stringify([registrationId, serial, claimCode, nickname, isHubOn, sim.apn, sim.username]);
  return typed(changed) !== typed(known);
}
