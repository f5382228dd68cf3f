import { Button, Group, Modal, Stack } from '@mantine/core';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import type { FormEventHandler, ReactNode } from 'react';
import classes from './accounts-dialog.module.css';

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

/** A question with fields of its own. Composed of parts, because `Modal.Header` would be a second banner landmark. */
export function AccountsDialog(props: AccountsDialogProps) {
  const { isOpen, title, text, submitLabel, isWorking, isDangerous = false, isReady = true } = props;
  return (
    <Modal.Root opened={isOpen} onClose={props.onClose} centered size="sm" radius="lg">
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <p className={classes.text}>{text}</p>
          <form onSubmit={props.onSubmit} noValidate>
            <Stack gap="md">{props.children}</Stack>
            <Group justify="flex-end" gap="xs" mt="lg">
              <Button variant="default" onClick={props.onClose}>
                {accountsTexts.cancel}
              </Button>
              <Button type="submit" loading={isWorking} disabled={!isReady} {...(isDangerous && { color: 'red' })}>
                {submitLabel}
              </Button>
            </Group>
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
