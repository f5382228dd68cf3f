import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields } from '#ui/controls/fields.ts';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { useEffect, useEffectEvent } from 'react';
import { useAttachments } from './attachments/tickets-attachments.ts';
import { useReplyDraft, type ReplyDraft } from './tickets-reply-draft.ts';

interface ReplyFormOptions {
  id: string;
  kind: ReplyDraft['kind'];
  textMissing: string;
  send: (message: { text: string; attachmentIds: string[] }) => Promise<unknown>;
}

/** The text and the files of a reply. They are kept as a draft until the reply is sent. */
export function useReplyForm({ id, kind, textMissing, send }: ReplyFormOptions) {
  const { draft, keep, drop } = useReplyDraft(id);
  const attachments = useAttachments(draft.files);
  const { form, field, submit, refuse } = useFields({
    initialValues: { text: draft.text },
    validate: {
      text: (text: string) =>
        complaintOf(text, ticketRules.messageMaxLength, textMissing, ticketsTexts.descriptionLong),
    },
  });
  const { text } = form.values;
  const { files } = attachments;
  const keepTyped = useEffectEvent(keep);
  useEffect(() => keepTyped({ text, files, kind }), [text, files, kind]);
  const onSubmit = submit(async (typed) => {
    const message = { text: typed.text.trim(), attachmentIds: attachments.ids };
    // A page that closes meanwhile must not offer the sent text again.
    drop();
    try {
      await send(message);
      // Text that was typed while the reply was sent stays.
      if (form.getValues().text === typed.text) form.setValues({ text: '' });
      attachments.clear();
    } catch (error) {
      keep({ ...typed, files, kind });
      refuse(error);
    }
  });
  return { field, attachments, onSubmit };
}
