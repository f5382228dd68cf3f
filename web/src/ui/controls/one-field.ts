import { useForm } from '@mantine/form';
import { useId } from 'react';

interface OneFieldOptions {
  initial?: string;
  /** Returns the reason why the typed value is wrong, or null. */
  check: (value: string) => string | null;
  /** `refuse` shows the server's reason at the field. */
  onSubmit: (value: string, refuse: (reason: string) => void) => void;
}

/** A form with one field. A wrong or refused value shows its reason at the field, which then gets the focus. */
export function useOneField({ initial = '', check, onSubmit }: OneFieldOptions) {
  // Several such forms can be on a page. Names of forms may contain only letters, digits and hyphens.
  const name = useId().replaceAll(/[^a-z0-9]/gi, '-');
  const form = useForm({
    name,
    initialValues: { value: initial },
    validate: { value: check },
    onSubmitPreventDefault: 'always',
  });
  const focus = () => form.getInputNode('value')?.focus();
  const refuse = (reason: string) => {
    form.setFieldError('value', reason);
    focus();
  };
  return {
    field: form.getInputProps('value'),
    submit: form.onSubmit(({ value }) => onSubmit(value, refuse), focus),
  };
}

/** Checks a value by the schema of the server. */
export const checkBy =
  (schema: { safeParse: (value: string) => { error?: { issues: readonly { message: string }[] } | undefined } }) =>
  (value: string): string | null =>
    schema.safeParse(value).error?.issues[0]?.message ?? null;
