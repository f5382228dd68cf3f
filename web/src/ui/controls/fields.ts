import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { useForm, type FormErrors, type UseFormInput } from '@mantine/form';
import { useId } from 'react';

type FieldsInput<Values> = Required<Pick<UseFormInput<Values>, 'initialValues' | 'validate'>>;

/** A form whose first wrong field gets the focus. The rules of `validate` have the order of the screen. */
export function useFields<Values extends Record<string, unknown>>(input: FieldsInput<Values>) {
  // Several forms can be on a page. Names of forms may contain only letters, digits and hyphens.
  const name = useId().replaceAll(/[^a-z0-9]/gi, '-');
  const form = useForm<Values>({ ...input, name, onSubmitPreventDefault: 'always' });

  const focusFirst = (errors: FormErrors) => {
    const [first] = Object.keys(errors);
    const node = first === undefined ? null : form.getInputNode(first);
    // A group cannot have the focus, so its first input gets it.
    (node?.querySelector('input') ?? node)?.focus();
  };

  const show = (errors: FormErrors) => {
    form.setErrors(errors);
    focusFirst(errors);
  };

  /** Shows the server's reason at the field that a refusal names. Returns false when the form has no such field. */
  const refuse = (error: unknown): boolean => {
    const [field] = refusedField(error)?.split('.') ?? [];
    if (field === undefined || !(field in input.initialValues)) return false;
    show({ [field]: failureWords(error) });
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
