import { failureWords } from '#lib/http/api.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button, Card, SegmentedControl, Textarea } from '@mantine/core';
import { IconLock, IconSend } from '@tabler/icons-react';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { useEffect, useEffectEvent, useState } from 'react';
import { AttachButton, AttachedFiles } from '../attachments/tickets-attach-button.tsx';
import { useAttachments } from '../attachments/tickets-attachments.ts';
import { useReplyDraft } from '../tickets-reply-draft.ts';
import classes from './tickets-staff.module.css';
import { useWriteStaffMessage } from './tickets.staff.queries.ts';

const kinds = ['answer', 'note'] as const;
const kindOptions = [
  { value: 'answer', label: texts.answer },
  { value: 'note', label: texts.note },
];

/** Writes an answer to the person, or a note for staff. `person` is null when the account was deleted. */
export function StaffReply({ id, person }: { id: string; person: string | null }) {
  const { draft, keep, drop } = useReplyDraft(id);
  const [kind, setKind] = useState(draft.kind);
  const write = useWriteStaffMessage(id);
  const attachments = useAttachments(draft.files);
  const { form, field, submit, refuse } = useFields({
    initialValues: { text: draft.text },
    validate: {
      text: (text: string) =>
        complaintOf(text, ticketRules.messageMaxLength, texts.textMissing, ticketsTexts.descriptionLong),
    },
  });
  const { text } = form.values;
  const { files } = attachments;
  const keepTyped = useEffectEvent(keep);
  useEffect(() => keepTyped({ text, files, kind }), [text, files, kind]);
  const send = submit(async (typed) => {
    const body = { kind, text: typed.text.trim(), attachmentIds: attachments.ids };
    // A page that closes meanwhile must not offer the sent text again.
    drop();
    try {
      await write.mutateAsync(body);
      // Text that was typed while the message was sent stays.
      if (form.getValues().text === typed.text) form.setValues({ text: '' });
      attachments.clear();
    } catch (error) {
      keep({ ...typed, files, kind });
      refuse(error);
    }
  });
  const isNote = kind === 'note';
  const answerHint = person === null ? texts.answerHintNobody : texts.answerHint(person);
  const Icon = isNote ? IconLock : IconSend;
  return (
    <Card component="form" onSubmit={send} noValidate>
      <div className={classes.reply}>
        <div className={classes.replyHead}>
          <SegmentedControl
            aria-label={texts.kind}
            data={kindOptions}
            value={kind}
            onChange={(value) => setKind(kinds.find((each) => each === value) ?? 'answer')}
          />
          <span className={classes.hint}>{isNote ? texts.noteHint : answerHint}</span>
        </div>
        <Textarea
          aria-label={isNote ? texts.noteLabel : texts.answerLabel}
          className={classes.text ?? ''}
          data-note={isNote || undefined}
          autosize
          minRows={3}
          maxRows={14}
          {...field('text')}
        />
        <AttachedFiles attachments={attachments} />
        {write.error && (
          <OutcomeLine tone="bad" title={texts.sendFailed}>
            {failureWords(write.error)}
          </OutcomeLine>
        )}
        <div className={classes.send}>
          <AttachButton attachments={attachments} />
          <Button
            type="submit"
            loading={write.isPending}
            disabled={attachments.isSending}
            leftSection={<Icon size={17} stroke={1.7} aria-hidden="true" />}
          >
            {isNote ? texts.saveNote : texts.send}
          </Button>
        </div>
      </div>
    </Card>
  );
}
