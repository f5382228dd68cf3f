import { failureWords } from '#lib/http/api.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '@trace/contract/recent-updates/recent-updates.rules';
import { updateTypeSchema } from '@trace/contract/recent-updates/recent-updates.schema';
import { updateFieldsSchema, type UpdateFields } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import { recentUpdatesTexts } from '@trace/contract/recent-updates/recent-updates.texts';
import type { ReactNode } from 'react';
import {
  outageComplaint,
  OutageFields,
  outageOf,
  outageValuesOf,
  type OutageValues,
} from './recent-updates-outage-fields.tsx';

const types = updateTypeSchema.options.map((value) => ({ value, label: recentUpdatesTexts.types[value] }));

interface UpdateFormProps {
  initial: UpdateFields;
  submitLabel: string;
  isSending: boolean;
  error: Error | null;
  /** Returns the text for a failure with this reason. */
  failed: (reason: string) => string;
  onSend: (fields: UpdateFields) => Promise<void>;
  onCancel: () => void;
  /** Places the buttons. */
  actions: (buttons: ReactNode) => ReactNode;
}

type Words = Omit<UpdateFields, 'outage'>;
type FormValues = { [Name in keyof Words]: Words[Name] } & OutageValues;

/** Only an announcement has an outage. */
const fieldsOf = ({ outageStart, outageEnd, ...words }: FormValues): UpdateFields =>
  updateFieldsSchema.parse({
    ...words,
    outage: words.type === 'announcement' ? outageOf({ outageStart, outageEnd }) : null,
  });

/** The fields of an update, in the dialog and inline (UPD-01). A failure keeps the typed text. */
export function UpdateForm(props: UpdateFormProps) {
  const { initial, submitLabel, isSending, error, failed, onSend, onCancel, actions } = props;
  const { outage, ...words } = initial;
  const { field, form, submit } = useFields<FormValues>({
    initialValues: { ...words, ...outageValuesOf(outage) },
    validate: {
      title: (text) => complaintOf(text, TITLE_MAX_LENGTH, texts.titleMissing, texts.titleLong),
      description: (text) => complaintOf(text, DESCRIPTION_MAX_LENGTH, texts.descriptionMissing, texts.descriptionLong),
      outageEnd: (_text, values) => (values.type === 'announcement' ? outageComplaint(values) : null),
    },
  });
  return (
    <form onSubmit={submit((values) => onSend(fieldsOf(values)))} noValidate>
      <Stack gap="md">
        <TextInput label={texts.title} required data-autofocus autoComplete="off" {...field('title')} />
        <Textarea label={texts.description} required autosize minRows={3} maxRows={12} {...field('description')} />
        <NativeSelect label={texts.type} data={types} {...field('type')} />
        <Group gap="lg">
          <Checkbox label={texts.isNew} {...form.getInputProps('isNew', { type: 'checkbox' })} />
          <Checkbox label={texts.isActive} {...form.getInputProps('isActive', { type: 'checkbox' })} />
        </Group>
        {form.values.type === 'announcement' && <OutageFields start={field('outageStart')} end={field('outageEnd')} />}
        {error && <OutcomeLine tone="bad">{failed(failureWords(error))}</OutcomeLine>}
      </Stack>
      {actions(
        <>
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {submitLabel}
          </Button>
        </>,
      )}
    </form>
  );
}
