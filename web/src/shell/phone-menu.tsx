import { CloseButton } from '#ui/controls/close-button.tsx';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './phone-menu.module.css';

interface PhoneMenuProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar of a phone. The browser's own dialog keeps the focus inside, closes by Escape and gives the focus back. */
export function PhoneMenu({ isOpen, onClose, children }: PhoneMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the effects of the entries: an entry scrolls into view only in an open dialog.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-label="Menu" className={classes.menu} closedby="any" onClose={onClose}>
      <div className={classes.content}>
        <CloseButton label="Close menu" className={classes.close} onClick={onClose} />
        {isOpen && children}
      </div>
    </dialog>
  );
}
