import { Switch } from '@mantine/core';
import classes from './title-switch.module.css';

interface TitleSwitchProps {
  /** The id of the title opposite the switch, which names it. */
  titleId: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Switches the section of a page whose title is opposite the switch. */
export function TitleSwitch({ titleId, isOn, isDisabled = false, onChange }: TitleSwitchProps) {
  return (
    <Switch
      size="md"
      aria-labelledby={titleId}
      classNames={{ input: classes.input ?? '' }}
      checked={isOn}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
