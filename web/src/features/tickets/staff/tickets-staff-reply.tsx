import { failureWords } from '#lib/http/api.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button, Card, SegmentedControl, Textarea } from '@mantine/core';
import { IconLock, IconSend } from '@tabler/icons-react';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { useState } from 'react';
import { AttachButton, AttachedFiles } from '../attachments/tickets-attach-button.tsx';
import { useReplyDraft } from '../tickets-reply-draft.ts';
import { useReplyForm } from '../tickets-reply-form.ts';
import classes from './tickets-staff.module.css';
import { useWriteStaffMessage } from './tickets.staff.queries.ts';

const kinds = ['answer', 'note'] as const;
const kindOptions = [
  { value: 'answer', label: texts.answer },
  { value: 'note', label: texts.note },
];

/** Writes an answer to the person, or a note for staff. `person` is null when the account was deleted. */
export function StaffReply({ id, person }: { id: string; person: string | null }) {
  const { draft } = useReplyDraft(id);
  const [kind, setKind] = useState(draft.kind);
  const write = useWriteStaffMessage(id);
  const { field, attachments, onSubmit } = useReplyForm({
    id,
    kind,
    textMissing: texts.textMissing,
    send: (message) => write.mutateAsync({ kind, ...message }),
  });
  const isNote = kind === 'note';
  const answerHint = person === null ? texts.answerHintNobody : texts.answerHint(person);
  const Icon = isNote ? IconLock : IconSend;
  return (
    <Card component="form" onSubmit={onSubmit} noValidate>
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
