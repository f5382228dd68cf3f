import { Switch, VisuallyHidden } from '@mantine/core';
import classes from './title-switch.module.css';

interface TitleSwitchProps {
  /** The text of the title opposite the switch. */
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Switches the section of a page whose title is opposite the switch. */
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
