import { useFocusBack } from '#ui/dialogs/dialog.tsx';
import { Button, Group, Modal } from '@mantine/core';
import { sessionsTexts } from '@trace/contract/auth/sessions/auth.sessions.texts';
import classes from './auth-idle-warning.module.css';

/** Asks whether the user is still there (SESS-04). */
export default function AuthIdleDialog({ onConfirm }: { onConfirm: () => void }) {
  useFocusBack();
  return (
    <Modal.Root opened onClose={onConfirm} centered size="sm" radius="lg">
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          <Modal.Title className={classes.title ?? ''}>{sessionsTexts.idleTitle}</Modal.Title>
          <p className={classes.text}>{sessionsTexts.idleWarning}</p>
          <Group justify="flex-end">
            <Button onClick={onConfirm} data-autofocus>
              {sessionsTexts.ok}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
