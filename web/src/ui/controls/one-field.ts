import { useFields } from './fields.ts';

interface OneFieldOptions {
  initial?: string;
  /** Returns the reason why the typed value is wrong, or null. */
  check: (value: string) => string | null;
  /** Selects a wrong value, so that the next typed value replaces it, as for a code. */
  isOverwritten?: boolean;
  /** `refuse` shows the server's reason at the field. A second press is ignored while the promise is pending. */
  onSubmit: (value: string, refuse: (reason: string) => void) => Promise<void>;
}

/** A form with one field. A wrong or refused value shows its reason at the field, which then gets the focus. */
export function useOneField({ initial = '', check, isOverwritten = false, onSubmit }: OneFieldOptions) {
  const { form, field, submit, show } = useFields({
    initialValues: { value: initial },
    validate: { value: check },
    isOverwritten,
  });
  return {
    field: field('value'),
    fill: (value: string) => form.setFieldValue('value', value),
    submit: submit(({ value }) => onSubmit(value, (reason) => show({ value: reason }))),
    /** While the promise of `onSubmit` is pending. */
    isSubmitting: form.submitting,
  };
}

/** Checks a value by the schema of the server. */
export const checkBy =
  (schema: { safeParse: (value: string) => { error?: { issues: readonly { message: string }[] } | undefined } }) =>
  (value: string): string | null =>
    schema.safeParse(value).error?.issues[0]?.message ?? null;
