import { NativeSelect } from '@mantine/core';
import classes from './support-desk.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  /** The words for no choice. */
  none: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** A filter of a list: one value, or none. */
export function Choice<Value extends string>({ label, none, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      aria-label={label}
      className={classes.choice ?? ''}
      data={[{ value: '', label: none }, ...options]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(options.find((option) => option.value === currentTarget.value)?.value)}
    />
  );
}
