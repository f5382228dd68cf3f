import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './auth-dialog.module.css';

interface DialogProps {
  title: string;
  text?: string;
  /** `isFirm`: not closed by a click beside it, because what it shows is not shown again. */
  isFirm?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog of identity; what opens it renders it. Composed of parts, because `Modal.Header` would be a second banner. */
export function AuthDialog({ title, text, isFirm = false, onClose, children }: DialogProps) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      centered
      size="md"
      radius="lg"
      closeOnClickOutside={!isFirm}
      closeOnEscape={!isFirm}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          {text && <p className={classes.text}>{text}</p>}
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

export function AuthDialogActions({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" mt="md" className={classes.actions ?? ''}>
      {children}
    </Group>
  );
}
