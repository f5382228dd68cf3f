import { Switch, VisuallyHidden } from '@mantine/core';
import classes from './title-switch.module.css';

interface TitleSwitchProps {
  /** The words of the title that it stands opposite. */
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Switches the part of a page on whose title it stands opposite. */
export function TitleSwitch({ label, isOn, isDisabled = false, onChange }: TitleSwitchProps) {
  return (
    <Switch
      size="md"
      label={<VisuallyHidden>{label}</VisuallyHidden>}
      classNames={{ input: classes.input ?? '', labelWrapper: classes.words ?? '' }}
      checked={isOn}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
