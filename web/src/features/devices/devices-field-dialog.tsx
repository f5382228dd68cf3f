import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { whenSettled } from '#ui/controls/fields.ts';
import { checkBy, useOneField } from '#ui/controls/one-field.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { manageTexts } from '@trace/contract/devices/devices.manage.texts';
import type { ReactNode } from 'react';
import type { z } from 'zod';

interface FieldDialogProps<Value> {
  title: string;
  text: string;
  /** The name of the field in the request body, as a refusal names the field. */
  field: string;
  schema: z.ZodType<Value, string>;
  initial?: string;
  input: Pick<TextInputProps, 'label' | 'type' | 'autoComplete' | 'autoCapitalize' | 'maxLength'>;
  submitLabel: string;
  /** Another way to fill the field, below it. */
  aid?: (fill: (value: string) => void) => ReactNode;
  sending: {
    isPending: boolean;
    mutateAsync: (
      value: Value,
      options: { onSuccess: () => void; onError: (error: Error) => void },
    ) => Promise<unknown>;
  };
  onClose: () => void;
}

/** A dialog with one field. */
export function DevicesFieldDialog<Value>(props: FieldDialogProps<Value>) {
  const { title, text, schema, initial = '', input, submitLabel, aid, sending, onClose } = props;
  const { field, fill, submit } = useOneField({
    initial,
    check: checkBy(schema),
    onSubmit: (value, refuse) =>
      whenSettled(
        sending.mutateAsync(schema.parse(value), {
          onSuccess: onClose,
          onError: (error) => refusedField(error) === props.field && refuse(failureWords(error)),
        }),
      ),
  });
  return (
    <Dialog isOpen onClose={onClose} title={title} text={text}>
      <form onSubmit={submit} noValidate>
        <TextInput {...input} spellCheck={false} data-autofocus {...field} />
        {aid?.(fill)}
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
