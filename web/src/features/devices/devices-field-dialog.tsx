import { failureWords } from '#lib/http/api.ts';
import { refusedBodyField } from '#lib/http/refused-field.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { manageTexts } from '@trace/contract/devices/devices.manage.texts';
import { useRef, useState, type FormEvent } from 'react';
import type { z } from 'zod';

interface FieldDialogProps {
  title: string;
  text: string;
  /** The name of the field in the request body, as a refusal names the field. */
  field: string;
  schema: z.ZodType<string>;
  input: Pick<TextInputProps, 'label' | 'type' | 'autoComplete' | 'autoCapitalize' | 'maxLength'>;
  submitLabel: string;
  sending: {
    isPending: boolean;
    mutate: (value: string, options: { onSuccess: () => void; onError: (error: Error) => void }) => void;
  };
  onClose: () => void;
}

/** A dialog with one field. An error shows at the field, which then gets the focus. */
export function DevicesFieldDialog(props: FieldDialogProps) {
  const { title, text, field, schema, input, submitLabel, sending, onClose } = props;
  const [value, setValue] = useState('');
  const [complaint, setComplaint] = useState<string | null>(null);
  const ref = useRef<HTMLInputElement>(null);

  const complain = (words: string) => {
    setComplaint(words);
    ref.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = schema.safeParse(value);
    if (!parsed.success) return complain(parsed.error.issues[0]!.message);
    sending.mutate(parsed.data, {
      onSuccess: onClose,
      onError: (error) => refusedBodyField(error) === field && complain(failureWords(error)),
    });
  };

  return (
    <Dialog isOpen onClose={onClose} title={title} text={text}>
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={ref}
          {...input}
          spellCheck={false}
          data-autofocus
          value={value}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setComplaint(null);
          }}
          error={complaint}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {manageTexts.cancel}
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
