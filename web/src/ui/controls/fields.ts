import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { useForm, type FormErrors, type UseFormInput } from '@mantine/form';
import { useId } from 'react';

interface FieldsOptions<Values> extends Required<Pick<UseFormInput<Values>, 'initialValues' | 'validate'>> {
  /** Selects the first wrong value, so that the next typed value replaces it. */
  isOverwritten?: boolean;
  /** Returns the text for a refusal. */
  wordsOf?: (error: unknown) => string;
}

/** A form whose first wrong field gets the focus. The rules of `validate` have the order of the screen. */
export function useFields<Values extends Record<string, unknown>>(options: FieldsOptions<Values>) {
  const { initialValues, validate, isOverwritten = false, wordsOf = failureWords } = options;
  // Several forms can be on a page. Names of forms may contain only letters, digits and hyphens.
  const name = useId().replaceAll(/[^a-z0-9]/gi, '-');
  const form = useForm<Values>({ name, initialValues, validate, onSubmitPreventDefault: 'always' });

  const focusFirst = (errors: FormErrors) => {
    const [first] = Object.keys(errors);
    const node = first === undefined ? null : form.getInputNode(first);
    // A group cannot have the focus, so its first input gets it.
    const target = node?.querySelector('input') ?? node;
    target?.focus();
    if (isOverwritten && target instanceof HTMLInputElement) target.select();
  };

  const show = (errors: FormErrors) => {
    form.setErrors(errors);
    focusFirst(errors);
  };

  /** Shows the server's reason at the field that a refusal names. Returns false when the form shows no such field. */
  const refuse = (error: unknown): boolean => {
    const [field] = refusedField(error)?.split('.') ?? [];
    if (field === undefined || form.getInputNode(field) === null) return false;
    show({ [field]: wordsOf(error) });
    return true;
  };

  return {
    form,
    field: form.getInputProps,
    submit: (send: (values: Values) => void | Promise<unknown>) => form.onSubmit(send, focusFirst),
    show,
    refuse,
  };
}
