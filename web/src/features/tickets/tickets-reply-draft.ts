import { usePerson } from '#lib/session/session.ts';
import type { Attachment } from '@trace/contract/tickets/attachments/tickets.attachments.schema';

export interface ReplyDraft {
  text: string;
  files: readonly Attachment[];
  /** Of staff. A note must not come back as an answer to the person. */
  kind: 'answer' | 'note';
}

const untouched: ReplyDraft = { text: '', files: [], kind: 'answer' };

/** By person and ticket. Kept in the memory of the page only, because a reply may contain private matters. */
const drafts = new Map<string, ReplyDraft>();

/** A reply that was typed and not sent, so that a visit to another page loses no text. */
export function useReplyDraft(ticketId: string) {
  const { id } = usePerson();
  const key = JSON.stringify([id, ticketId]);
  const drop = () => void drafts.delete(key);
  return {
    draft: drafts.get(key) ?? untouched,
    keep: (draft: ReplyDraft) => {
      if (draft.text === '' && draft.files.length === 0) drop();
      else drafts.set(key, draft);
    },
    drop,
  };
}

/** A reload does the same. */
export const forgetReplyDrafts = (): void => drafts.clear();
