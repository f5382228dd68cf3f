import { failureWords } from '#lib/http/api.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { newStaffTicketSchema } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import { ticketPriorities } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { useCreateStaffTicket } from './tickets.staff.queries.ts';

const priorities = ticketPriorities.map((value) => ({ value, label: ticketsTexts.priorities[value] }));
const atStart = { email: '', subject: '', description: '', priority: 'medium', serialNumber: '' };

interface CreateTicketDialogProps {
  /** The address of a person whose page offers the dialog. */
  email?: string;
  onClose: () => void;
}

/** Create Ticket: staff open a ticket for a person by email (SUPL-04). */
export function CreateTicketDialog({ email = '', onClose }: CreateTicketDialogProps) {
  return (
    <Dialog isOpen isTall size="md" title={texts.createTitle} onClose={onClose}>
      <CreateForm email={email} onClose={onClose} />
    </Dialog>
  );
}

function CreateForm({ email, onClose }: Required<CreateTicketDialogProps>) {
  const create = useCreateStaffTicket();
  const { subjectMaxLength, descriptionMaxLength } = ticketRules;
  const { form, field, submit, refuse } = useFields<Record<keyof typeof atStart, string>>({
    initialValues: { ...atStart, email },
    validate: {
      email: (text) => (text.trim() === '' ? texts.emailMissing : null),
      subject: (text) => complaintOf(text, subjectMaxLength, ticketsTexts.subjectMissing, ticketsTexts.subjectLong),
      description: (text) =>
        complaintOf(text, descriptionMaxLength, ticketsTexts.descriptionMissing, ticketsTexts.descriptionLong),
    },
  });
  const send = submit(async ({ serialNumber, ...values }) => {
    const body = newStaffTicketSchema.safeParse({ ...values, serialNumber: serialNumber.trim() || null });
    if (!body.success) {
      form.setFieldError('serialNumber', ticketsTexts.serialInvalid);
      return;
    }
    await whenSettled(create.mutateAsync(body.data, { onSuccess: onClose, onError: (error) => void refuse(error) }));
  });
  const required = [texts.emailMissing, ticketsTexts.subjectMissing, ticketsTexts.descriptionMissing];
  const isIncomplete = Object.values(form.errors).some((error) => required.some((each) => each === error));
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {isIncomplete && <OutcomeLine tone="bad">{ticketsTexts.missing}</OutcomeLine>}
        <TextInput type="email" label={texts.email} required data-autofocus autoComplete="off" {...field('email')} />
        <TextInput label={ticketsTexts.subject} required autoComplete="off" {...field('subject')} />
        <Textarea
          label={ticketsTexts.description}
          required
          autosize
          minRows={4}
          maxRows={10}
          {...field('description')}
        />
        <NativeSelect label={ticketsTexts.priority} data={priorities} {...field('priority')} />
        <TextInput label={texts.serial} autoComplete="off" spellCheck={false} {...field('serialNumber')} />
        {create.error && (
          <OutcomeLine tone="bad" title={ticketsTexts.failed}>
            {failureWords(create.error)}
          </OutcomeLine>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {ticketsTexts.cancel}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {texts.createSubmit}
        </Button>
      </DialogActions>
    </form>
  );
}
