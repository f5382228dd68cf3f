import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { setupRules } from '@trace/contract/device-setup/device-setup.rules';
import { setupDialogTexts as words } from '@trace/contract/device-setup/device-setup.dialog.texts';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { useState } from 'react';
import classes from './device-setup-sim-fields.module.css';
import type { SimField } from './device-setup-sim.ts';

interface DeviceSetupSimFieldsProps {
  /** Returns the properties of a field. */
  field: (name: SimField) => Pick<TextInputProps, 'value' | 'onChange' | 'error'>;
}

/** SIM settings, all optional (HUB-03). */
export function DeviceSetupSimFields({ field }: DeviceSetupSimFieldsProps) {
  const [isShown, setShown] = useState(false);
  const fieldOf = (name: SimField) => ({
    ...field(name),
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
        {...fieldOf('apn')}
      />
      <TextInput label={texts.simUsername} autoComplete="off" autoCapitalize="off" {...fieldOf('username')} />
      <PasswordInput
        label={texts.simPassword}
        autoComplete="new-password"
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? entryTexts.hidePassword : authTexts.showPassword,
          tabIndex: 0,
        }}
        {...fieldOf('password')}
      />
    </div>
  );
}
