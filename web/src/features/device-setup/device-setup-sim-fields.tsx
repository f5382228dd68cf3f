import { PasswordInput, TextInput } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { setupRules } from '@trace/contract/device-setup/device-setup.rules';
import { setupDialogTexts as words } from '@trace/contract/device-setup/device-setup.dialog.texts';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { useState } from 'react';
import classes from './device-setup-sim-fields.module.css';
import type { SimField, SimValues } from './device-setup-sim.ts';

interface DeviceSetupSimFieldsProps {
  values: SimValues;
  errors: Partial<SimValues>;
  onChange: (values: SimValues) => void;
}

/** SIM settings, all optional (HUB-03). */
export function DeviceSetupSimFields({ values, errors, onChange }: DeviceSetupSimFieldsProps) {
  const [isShown, setShown] = useState(false);
  const field = (name: SimField) => ({
    value: values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...values, [name]: event.currentTarget.value }),
    error: errors[name],
    maxLength: setupRules.simMaxLength,
    spellCheck: false,
    name: `sim-${name}`,
  });
  return (
    <div className={classes.fields}>
      <TextInput
        label={texts.apn}
        placeholder={words.apnHint}
        autoComplete="off"
        autoCapitalize="off"
        {...field('apn')}
      />
      <TextInput label={texts.simUsername} autoComplete="off" autoCapitalize="off" {...field('username')} />
      <PasswordInput
        label={texts.simPassword}
        autoComplete="new-password"
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? entryTexts.hidePassword : authTexts.showPassword,
          tabIndex: 0,
        }}
        {...field('password')}
      />
    </div>
  );
}
