import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** Names what is lost. */
  children: ReactNode;
  confirmLabel: string;
  isWorking?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks before something ends. Cancel has the focus, so that Enter by habit loses nothing. Composed of parts, because
 * `Modal.Header` would be a second banner landmark.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, isWorking = false, onConfirm, onClose } = props;
  return (
    <Modal.Root opened={isOpen} onClose={onClose} centered size="sm" radius="lg">
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <div className={classes.text}>{children}</div>
          <Group justify="flex-end" gap="xs" className={classes.actions ?? ''}>
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button color="red" onClick={onConfirm} loading={isWorking}>
              {confirmLabel}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
