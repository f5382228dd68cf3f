import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** Names the data that is lost. */
  children: ReactNode;
  confirmLabel: string;
  isWorking?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks for confirmation before a destructive action. Cancel has the focus, so that pressing Enter by habit is harmless.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, isWorking = false, onConfirm, onClose } = props;
  return (
    <Dialog isOpen={isOpen} title={title} text={children} onClose={onClose}>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={onConfirm} loading={isWorking}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
