import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogActions } from './dialog.tsx';
import { useSinglePress } from './single-press.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** Names the data that is lost. */
  children: ReactNode;
  confirmLabel: string;
  isWorking?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Runs when the closing animation has ended. */
  onClosed?: () => void;
}

/**
 * Asks for confirmation before a destructive action. Cancel has the focus, so that pressing Enter by habit is harmless.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, isWorking = false, onConfirm, onClose, onClosed } = props;
  const once = useSinglePress(isWorking);
  return (
    <Dialog isOpen={isOpen} title={title} text={children} onClose={onClose} {...(onClosed && { onClosed })}>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={() => once(onConfirm)} loading={isWorking}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
