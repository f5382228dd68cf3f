import { failureWords } from '#lib/http/api.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { Alert, Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import { newTicketSchema, ticketPriorities, type Ticket } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import { AttachButton, AttachedFiles } from './attachments/tickets-attach-button.tsx';
import { useAttachments } from './attachments/tickets-attachments.ts';
import classes from './tickets-request-dialog.module.css';
import { useCreateTicket } from './tickets.queries.ts';

const fields = ['subject', 'description'] as const;

const priorities = ticketPriorities.map((value) => ({ value, label: texts.priorities[value] }));

interface RequestFormProps {
  serialNumber: string | null;
  onSent: (ticket: Ticket) => void;
  onClose: () => void;
}

/** A form with subject, description, priority and files. A refusal keeps the typed text and the files. */
export function TicketsRequestForm({ serialNumber, onSent, onClose }: RequestFormProps) {
  const create = useCreateTicket();
  const attachments = useAttachments();
  const form = useForm({
    initialValues: { subject: '', description: '', priority: 'medium' },
    validate: {
      subject: (text) => complaintOf(text, ticketRules.subjectMaxLength, texts.subjectMissing, texts.subjectLong),
      description: (text) =>
        complaintOf(text, ticketRules.descriptionMaxLength, texts.descriptionMissing, texts.descriptionLong),
    },
    onSubmitPreventDefault: 'always',
  });
  const submit = form.onSubmit(
    (values) =>
      create.mutate(
        { ...newTicketSchema.parse({ ...values, serialNumber }), attachmentIds: attachments.ids },
        { onSuccess: onSent },
      ),
    (errors) => form.getInputNode(fields.find((field) => field in errors) ?? 'subject')?.focus(),
  );
  const isIncomplete = fields.some((field) => field in form.errors);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {isIncomplete && <p className={classes.missing}>{texts.missing}</p>}
        <TextInput
          label={texts.subject}
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('subject')}
        />
        <Textarea
          label={texts.description}
          required
          autosize
          minRows={4}
          maxRows={10}
          {...form.getInputProps('description')}
        />
        <NativeSelect label={texts.priority} data={priorities} {...form.getInputProps('priority')} />
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
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={create.isPending} disabled={attachments.isSending}>
          {texts.send}
        </Button>
      </DialogActions>
    </form>
  );
}
