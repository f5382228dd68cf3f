import { Dialog } from '#ui/dialogs/dialog.tsx';
import type { ReactNode } from 'react';

interface AuthDialogProps {
  title: string;
  text?: string;
  /** `isFirm`: a click outside does not close the dialog, because its content is not shown again. */
  isFirm?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog of the auth feature. The component that opens the dialog also renders the dialog. */
export function AuthDialog({ title, text, isFirm = false, onClose, children }: AuthDialogProps) {
  return (
    <Dialog isOpen title={title} text={text} size="md" isHeld={isFirm} onClose={onClose}>
      {children}
    </Dialog>
  );
}
