import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { useForm, type FormErrors, type UseFormInput } from '@mantine/form';
import { useId, useRef, type SyntheticEvent } from 'react';

interface FieldsOptions<Values> extends Required<Pick<UseFormInput<Values>, 'initialValues' | 'validate'>> {
  /** Selects the first wrong value, so that the next typed value replaces it. */
  isOverwritten?: boolean;
  /** Returns the text for a refusal. */
  wordsOf?: (error: unknown) => string;
}

type Schema = { safeParse: (value: unknown) => { error?: { issues: readonly Issue[] } | undefined } };
type Issue = { path: PropertyKey[]; message: string };

/** Checks all values by the schema of the server. Returns the first reason for each field. */
export const checkAllBy =
  (schema: Schema) =>
  (values: unknown): Record<string, string> => {
    const reasons: Record<string, string> = {};
    for (const { path, message } of schema.safeParse(values).error?.issues ?? []) reasons[path.join('.')] ??= message;
    return reasons;
  };

/** The end of a mutation, whose callbacks handle its result: `whenSettled(save.mutateAsync(values, { onSuccess }))`. */
export const whenSettled = (sending: Promise<unknown>): Promise<void> =>
  sending.then(
    () => undefined,
    () => undefined,
  );

/** A form whose first wrong field gets the focus. The rules of `validate` have the order of the screen. */
export function useFields<Values extends Record<string, unknown>>(options: FieldsOptions<Values>) {
  const { initialValues, validate, isOverwritten = false, wordsOf = failureWords } = options;
  // Several forms can be on a page. Names of forms may contain only letters, digits and hyphens.
  const name = useId().replaceAll(/[^a-z0-9]/gi, '-');
  const form = useForm<Values>({ name, initialValues, validate, onSubmitPreventDefault: 'always' });

  // `loading` reaches the button one render too late to stop an immediate second press.
  const isUnderWay = useRef(false);

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
    const parts = refusedField(error)?.split('.') ?? [];
    const field = parts.find((part) => form.getInputNode(part) !== null);
    if (field === undefined) return false;
    show({ [field]: wordsOf(error) });
    return true;
  };

  return {
    form,
    field: form.getInputProps,
    /** Ignores a second press while the promise of `send` is pending. */
    submit: (send: (values: Values) => Promise<void>) => {
      const sendOnce = form.onSubmit(async (values) => {
        isUnderWay.current = true;
        try {
          await send(values);
        } finally {
          isUnderWay.current = false;
        }
      }, focusFirst);
      return (event: SyntheticEvent<HTMLFormElement>) => {
        if (isUnderWay.current) event.preventDefault();
        else sendOnce(event);
      };
    },
    show,
    refuse,
  };
}
