import { whenSettled } from '#ui/controls/fields.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, TextInput } from '@mantine/core';
import { passkeyLimits } from '@trace/contract/auth/factors/auth.passkeys.rules';
import { passkeyNameSchema, type Passkey } from '@trace/contract/auth/factors/auth.passkeys.schema';
import { passkeyTexts } from '@trace/contract/auth/factors/auth.passkeys.texts';
import { AuthDialog } from '../auth-dialog.tsx';
import { passkeyFailure } from './auth-passkey-sign-in.tsx';
import { useAddPasskey, useRenamePasskey } from './auth.passkeys.queries.ts';

/** A name first, then the browser asks the person for the rest. */
export function AuthNewPasskey({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const save = (name: string, fail: (words: string) => void) =>
    whenSettled(
      add.mutateAsync(name, {
        onSuccess: () => {
          showToast({ tone: 'done', about: 'passkeys', text: passkeyTexts.added });
          onClose();
        },
        onError: (error) => fail(passkeyFailure(error, passkeyTexts.addFailed)),
      }),
    );
  return (
    <NameDialog
      title={passkeyTexts.addTitle}
      text={passkeyTexts.addText}
      label={passkeyTexts.add}
      isSaving={add.isPending}
      onSave={save}
      onClose={onClose}
    />
  );
}

export function AuthRenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey(passkey.id);
  const save = (name: string, fail: (words: string) => void) =>
    whenSettled(
      rename.mutateAsync(name, {
        onSuccess: () => {
          showToast({ tone: 'done', about: 'passkeys', text: passkeyTexts.renamed });
          onClose();
        },
        onError: (error) => fail(passkeyFailure(error)),
      }),
    );
  return (
    <NameDialog
      title={passkeyTexts.renameOf(passkey.name)}
      label={passkeyTexts.save}
      known={passkey.name}
      isSaving={rename.isPending}
      onSave={save}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  title: string;
  text?: string;
  label: string;
  known?: string;
  isSaving: boolean;
  onSave: (name: string, fail: (words: string) => void) => Promise<void>;
  onClose: () => void;
}

function NameDialog({ title, text, label, known = '', isSaving, onSave, onClose }: NameDialogProps) {
  const { field, submit } = useOneField({
    initial: known,
    // Before the browser makes a passkey that the server would then refuse.
    check: (name) => passkeyNameSchema.safeParse(name).error?.issues[0]?.message ?? null,
    onSubmit: (name, refuse) => onSave(name.trim(), refuse),
  });
  return (
    <AuthDialog title={title} {...(text !== undefined && { text })} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={passkeyTexts.name}
          placeholder={passkeyTexts.namePlaceholder}
          required
          maxLength={passkeyLimits.nameMaxLength}
          {...field}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {passkeyTexts.cancel}
          </Button>
          <Button type="submit" loading={isSaving}>
            {label}
          </Button>
        </DialogActions>
      </form>
    </AuthDialog>
  );
}
