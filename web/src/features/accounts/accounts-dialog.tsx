import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { Button, Stack } from '@mantine/core';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { FormEventHandler, ReactNode } from 'react';

interface AccountsDialogProps {
  isOpen: boolean;
  title: string;
  text: string;
  submitLabel: string;
  isWorking: boolean;
  isDangerous?: boolean;
  isReady?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog with fields of its own. A submission may wait for re-authentication. Escape then closes that dialog and not
 * this dialog.
 */
export function AccountsDialog(props: AccountsDialogProps) {
  const { isOpen, title, text, submitLabel, isWorking, isDangerous = false, isReady = true } = props;
  const once = useSinglePress(isWorking);
  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault();
    once(() => props.onSubmit(event));
  };
  return (
    <Dialog isOpen={isOpen} title={title} text={text} isHeld={isWorking} onClose={props.onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">{props.children}</Stack>
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            {accountsTexts.cancel}
          </Button>
          <Button type="submit" loading={isWorking} disabled={!isReady} {...(isDangerous && { color: 'red' })}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
