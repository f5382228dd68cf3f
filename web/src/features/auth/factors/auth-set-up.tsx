import { QrCode } from '#ui/data/qr-code.tsx';
import { Stack } from '@mantine/core';
import type { SecondStep, TotpSetUp } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { AuthCodeForm } from './auth-code-form.tsx';
import classes from './auth-set-up.module.css';

interface SetUpProps {
  setUp: TotpSetUp;
  label: string;
  onCode: (step: SecondStep) => Promise<string | null>;
}

/** The key for an authenticator app, as a picture and as text, and its first code. */
export function AuthSetUp({ setUp, label, onCode }: SetUpProps) {
  return (
    <Stack gap="md">
      <p className={classes.words}>{secondFactorTexts.scan}</p>
      <QrCode text={setUp.uri} label={secondFactorTexts.scanAlt} />
      <div>
        <p className={classes.words}>{secondFactorTexts.typeInstead}</p>
        <code className={classes.key}>{setUp.key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
      <p className={classes.words}>{secondFactorTexts.thenCode}</p>
      <AuthCodeForm kind="code" label={label} onCode={onCode} />
    </Stack>
  );
}
