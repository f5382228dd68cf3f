import { usePerson } from '#lib/session/session.ts';
import type { Attachment } from '@trace/contract/tickets/attachments/tickets.attachments.schema';

export type RequestValues = Record<'subject' | 'description' | 'priority', string>;

export interface RequestDraft {
  values: RequestValues;
  files: readonly Attachment[];
}

const untouched: RequestValues = { subject: '', description: '', priority: 'medium' };

/** By person and device. Kept in the memory of the page only, because a request may contain private matters. */
const drafts = new Map<string, RequestDraft>();

/** A request that was typed and not sent, so that a dialog closed by mistake loses no text. */
export function useRequestDraft(serialNumber: string | null) {
  const { id } = usePerson();
  const key = JSON.stringify([id, serialNumber]);
  return {
    draft: drafts.get(key) ?? { values: untouched, files: [] },
    keep: (draft: RequestDraft) => void drafts.set(key, draft),
    drop: () => void drafts.delete(key),
  };
}
