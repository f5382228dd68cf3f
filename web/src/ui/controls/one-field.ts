import { useFields } from './fields.ts';

interface OneFieldOptions {
  initial?: string;
  /** Returns the reason why the typed value is wrong, or null. */
  check: (value: string) => string | null;
  /** `refuse` shows the server's reason at the field. */
  onSubmit: (value: string, refuse: (reason: string) => void) => void;
}

/** A form with one field. A wrong or refused value shows its reason at the field, which then gets the focus. */
export function useOneField({ initial = '', check, onSubmit }: OneFieldOptions) {
  const { field, submit, show } = useFields({ initialValues: { value: initial }, validate: { value: check } });
  return {
    field: field('value'),
    submit: submit(({ value }) => onSubmit(value, (reason) => show({ value: reason }))),
  };
}

/** Checks a value by the schema of the server. */
export const checkBy =
  (schema: { safeParse: (value: string) => { error?: { issues: readonly { message: string }[] } | undefined } }) =>
  (value: string): string | null =>
    schema.safeParse(value).error?.issues[0]?.message ?? null;
