import { failureWords } from '#lib/http/api.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields } from '#ui/controls/fields.ts';
import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { Alert, Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import { newTicketSchema, ticketPriorities, type Ticket } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import { useEffect, useEffectEvent } from 'react';
import { AttachButton, AttachedFiles } from './attachments/tickets-attach-button.tsx';
import { useAttachments } from './attachments/tickets-attachments.ts';
import classes from './tickets-request-dialog.module.css';
import { useRequestDraft } from './tickets-request-draft.ts';
import { useCreateTicket } from './tickets.queries.ts';

const priorities = ticketPriorities.map((value) => ({ value, label: texts.priorities[value] }));

interface RequestFormProps {
  serialNumber: string | null;
  onSent: (ticket: Ticket) => void;
  onClose: () => void;
}

/** A form with subject, description, priority and files. Only sending and Cancel delete the typed text and the files. */
export function TicketsRequestForm({ serialNumber, onSent, onClose }: RequestFormProps) {
  const create = useCreateTicket();
  const { draft, keep, drop } = useRequestDraft(serialNumber);
  const attachments = useAttachments(draft.files);
  const { form, field, submit } = useFields({
    initialValues: draft.values,
    validate: {
      subject: (text) => complaintOf(text, ticketRules.subjectMaxLength, texts.subjectMissing, texts.subjectLong),
      description: (text) =>
        complaintOf(text, ticketRules.descriptionMaxLength, texts.descriptionMissing, texts.descriptionLong),
    },
  });
  const { values } = form;
  const { files } = attachments;
  const keepTyped = useEffectEvent(keep);
  useEffect(() => keepTyped({ values, files }), [values, files]);
  const send = submit(async (typed) => {
    const body = { ...newTicketSchema.parse({ ...typed, serialNumber }), attachmentIds: attachments.ids };
    // A dialog that closes meanwhile must not offer the sent text again.
    drop();
    try {
      await create.mutateAsync(body, { onSuccess: onSent });
    } catch {
      keep({ values: typed, files });
    }
  });
  const cancel = () => {
    drop();
    onClose();
  };
  const isIncomplete = Object.keys(form.errors).length > 0;
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {isIncomplete && <p className={classes.missing}>{texts.missing}</p>}
        <TextInput label={texts.subject} required data-autofocus autoComplete="off" {...field('subject')} />
        <Textarea label={texts.description} required autosize minRows={4} maxRows={10} {...field('description')} />
        <NativeSelect label={texts.priority} data={priorities} {...field('priority')} />
        <AttachedFiles attachments={attachments} />
        <div className={classes.attach}>
          <AttachButton attachments={attachments} />
        </div>
        {create.error && (
          <Alert color="red" role="alert" title={texts.failed}>
            {failureWords(create.error)}
          </Alert>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={cancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={create.isPending} disabled={attachments.isSending}>
          {texts.send}
        </Button>
      </DialogActions>
    </form>
  );
}
