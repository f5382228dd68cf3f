import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { Anchor, Button, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import { passkeyTexts } from '@trace/contract/auth/factors/auth.passkeys.texts';
import type { PasskeyOptions } from '@trace/contract/auth/factors/auth.passkeys.schema';
import type { Proof } from '@trace/contract/auth/factors/auth.proof.schema';
import { proofTexts } from '@trace/contract/auth/factors/auth.proof.texts';
import { PASSWORD_MAX_LENGTH } from '@trace/contract/auth/auth.rules';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { authTexts } from '@trace/contract/auth/auth.texts';
import { useRef, useState, type FormEvent } from 'react';
import { AuthCodeField, readCode, type CodeKind } from '../sign-up/auth-code-field.tsx';
import { AuthDialog } from '../auth-dialog.tsx';
import { askPasskey, canUsePasskeys } from './auth-passkey-device.ts';
import { passkeyFailure } from './auth-passkey-sign-in.tsx';
import { refusalWords, refusedField } from '../sign-in/auth-refusal.ts';
import { useProofQuestion, useProve } from './auth.reauthentication.queries.ts';

interface ProofDialogProps {
  onProved: () => void;
  onClose: () => void;
}

/** 'Confirm that it is you': the password, with a code where two-step sign-in is on, or a passkey. */
export default function ReauthenticationDialog({ onProved, onClose }: ProofDialogProps) {
  const question = useProofQuestion();
  const needsCode = question.data?.needsCode ?? false;
  const { passwordInput, codeInput, errors, kind, setKind, code, setCode, submit, proveBy, isSending } = useProofForm(
    needsCode,
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
            ref={passwordInput}
            data-autofocus
            label={proofTexts.password}
            required
            maxLength={PASSWORD_MAX_LENGTH}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': authTexts.showPassword }}
            error={errors.password}
          />
          {needsCode && (
            <div>
              <AuthCodeField
                kind={kind}
                value={code}
                onChange={setCode}
                error={errors.code ?? null}
                inputRef={codeInput}
              />
              <OtherKind kind={kind} onKind={setKind} />
            </div>
          )}
          {errors.other && (
            <Text role="alert" fz="sm" c="red">
              {errors.other}
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

interface Errors {
  password?: string;
  code?: string;
  other?: string;
}

function useProofForm(needsCode: boolean, onProved: () => void) {
  const prove = useProve();
  const [kind, setKind] = useState<CodeKind>('code');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);

  const show = (found: Errors) => {
    setErrors(found);
    if (found.password !== undefined) passwordInput.current?.focus();
    else if (found.code !== undefined) codeInput.current?.focus();
  };

  const proveBy = async (make: () => Promise<Proof>) => {
    try {
      await prove.mutateAsync(await make());
    } catch (error) {
      show(errorsOf(error));
      return false;
    }
    onProved();
    return true;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const password = passwordInput.current?.value ?? '';
    if (password === '') return show({ password: proofTexts.passwordMissing });
    const read = needsCode ? readCode(kind, code) : null;
    if (read !== null && 'error' in read) return show({ code: read.error });
    void proveBy(async () => ({ password, ...read?.step }));
  };

  return {
    kind,
    setKind,
    code,
    setCode,
    errors,
    passwordInput,
    codeInput,
    submit,
    proveBy,
    isSending: prove.isPending,
  };
}

function errorsOf(error: unknown): Errors {
  const field = refusedField(error);
  const words = refusalWords(error, proofTexts.failed);
  if (field === 'password') return { password: words };
  if (field === 'code' || field === 'recoveryCode') return { code: words };
  return { other: passkeyFailure(error, proofTexts.failed) };
}
