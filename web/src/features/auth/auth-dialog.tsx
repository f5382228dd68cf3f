import { Dialog } from '#ui/dialogs/dialog.tsx';
import type { ReactNode } from 'react';

interface AuthDialogProps {
  title: string;
  text?: string;
  /** `isFirm`: not closed by a click beside it, because what it shows is not shown again. */
  isFirm?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog of identity; what opens it renders it. */
export function AuthDialog({ title, text, isFirm = false, onClose, children }: AuthDialogProps) {
  return (
    <Dialog isOpen title={title} text={text} size="md" isHeld={isFirm} onClose={onClose}>
      {children}
    </Dialog>
  );
}
