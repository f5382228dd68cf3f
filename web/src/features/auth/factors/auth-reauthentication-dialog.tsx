import { failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { useFields } from '#ui/controls/fields.ts';
import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { Anchor, Button, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import { passkeyTexts } from '@trace/contract/auth/factors/auth.passkeys.texts';
import type { PasskeyOptions } from '@trace/contract/auth/factors/auth.passkeys.schema';
import type { Proof } from '@trace/contract/auth/factors/auth.proof.schema';
import { proofTexts } from '@trace/contract/auth/factors/auth.proof.texts';
import { PASSWORD_MAX_LENGTH } from '@trace/contract/auth/auth.rules';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { useState } from 'react';
import { AuthCodeField, checkCode, readCode, type CodeKind } from './auth-code-field.tsx';
import { AuthDialog } from '../auth-dialog.tsx';
import { askPasskey, canUsePasskeys } from './auth-passkey-device.ts';
import { passkeyFailure } from './auth-passkey-sign-in.tsx';
import { useProofQuestion, useProve } from './auth.reauthentication.queries.ts';

interface ProofDialogProps {
  onProved: () => void;
  onClose: () => void;
}

/** "Confirm it's you": the password, with a code where two-step sign-in is on, or a passkey. */
export default function ReauthenticationDialog({ onProved, onClose }: ProofDialogProps) {
  const question = useProofQuestion();
  const { needsCode, kind, setKind, field, failure, submit, proveBy, isSending } = useProofForm(
    question.data?.needsCode ?? false,
    onProved,
  );
  const passkey = question.data?.passkey ?? null;

  const proveByPasskey = async (options: PasskeyOptions) => {
    const isProved = await proveBy(async () => ({ passkey: await askPasskey(options) }));
    // A challenge can be answered only once, so another try needs a new challenge.
    if (!isProved) await question.refetch();
  };

  return (
    <AuthDialog title={proofTexts.title} text={proofTexts.text} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <PasswordInput
            data-autofocus
            label={proofTexts.password}
            required
            maxLength={PASSWORD_MAX_LENGTH}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': authTexts.showPassword }}
            {...field('password')}
          />
          {needsCode && (
            <div>
              <AuthCodeField key={kind} kind={kind} {...field(kind)} />
              <OtherKind kind={kind} onKind={setKind} />
            </div>
          )}
          {failure && (
            <Text role="alert" fz="sm" c="red">
              {failure}
            </Text>
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {proofTexts.cancel}
          </Button>
          <Button type="submit" loading={isSending || question.isPending}>
            {proofTexts.confirm}
          </Button>
        </DialogActions>
      </form>
      {passkey !== null && canUsePasskeys() && (
        <>
          <Divider label={passkeyTexts.or} my="md" />
          <Button variant="default" fullWidth onClick={() => void proveByPasskey(passkey)}>
            {proofTexts.withPasskey}
          </Button>
        </>
      )}
    </AuthDialog>
  );
}

function OtherKind({ kind, onKind }: { kind: CodeKind; onKind: (kind: CodeKind) => void }) {
  const isCode = kind === 'code';
  return (
    <Anchor component="button" type="button" fz="sm" mt={4} onClick={() => onKind(isCode ? 'recoveryCode' : 'code')}>
      {isCode ? secondFactorTexts.useRecoveryCode : secondFactorTexts.useApp}
    </Anchor>
  );
}

function useProofForm(isCodeKnown: boolean, onProved: () => void) {
  const prove = useProve();
  // Two-step sign-in can be turned on in another window while this dialog is open.
  const [isCodeAsked, setCodeAsked] = useState(false);
  const needsCode = isCodeKnown || isCodeAsked;
  const [kind, setKind] = useState<CodeKind>('code');
  const { form, field, submit, show, refuse } = useFields({
    initialValues: { password: '', code: '', recoveryCode: '' },
    validate: ({ password, ...codes }) => ({
      password: password === '' ? proofTexts.passwordMissing : null,
      [kind]: needsCode ? checkCode(kind, codes[kind]) : null,
    }),
    wordsOf: (error) => failureWords(error, proofTexts.failed),
  });

  const proveBy = async (make: () => Promise<Proof>) => {
    try {
      await prove.mutateAsync(await make());
    } catch (error) {
      if (refusedField(error) === 'code') setCodeAsked(true);
      if (!refuse(error)) show({ other: passkeyFailure(error, proofTexts.failed) });
      return false;
    }
    onProved();
    return true;
  };

  return {
    needsCode,
    kind,
    setKind,
    field,
    failure: form.errors['other'],
    submit: submit(async ({ password, ...codes }) => {
      await proveBy(async () => ({ password, ...(needsCode && readCode(kind, codes[kind])) }));
    }),
    proveBy,
    isSending: prove.isPending,
  };
}
