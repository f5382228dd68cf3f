import { Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './dialog.module.css';
import { useIsPhone } from '#ui/is-phone.ts';
import { useIsTopDialog } from './dialog-stack.ts';

interface DialogProps {
  isOpen: boolean;
  title: string;
  text?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Takes the whole screen of a phone. */
  isTall?: boolean;
  /**
   * Blocks closing by Escape or by a click outside, such as while a call waits for re-authentication. A click outside
   * never closes a dialog with changed fields.
   */
  isHeld?: boolean;
  onClose: () => void;
  /** Runs when the closing animation has ended. From then on, content changes are invisible. */
  onClosed?: () => void;
  children: ReactNode;
}

/** A dialog with its own content. Built from parts, because `Modal.Header` would be a second banner landmark. */
export function Dialog(props: DialogProps) {
  const { isOpen, title, text, size = 'sm', isTall, isHeld = false, onClose, onClosed, children } = props;
  const isPhone = useIsPhone();
  const isFull = isPhone && isTall === true;
  const isTopmost = useIsTopDialog(isOpen);
  const [isChanged, setChanged] = useState(false);
  if (!isOpen && isChanged) setChanged(false);
  useFocusBack();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
      closeOnEscape={!isHeld && isTopmost}
      closeOnClickOutside={!isHeld && !isChanged}
      centered={!isFull}
      fullScreen={isFull}
      size={size}
      radius={isFull ? 0 : 'lg'}
    >
      <Modal.Overlay />
      <Modal.Content className={classes.content ?? ''} onInput={() => setChanged(true)}>
        <Modal.Body p="lg">
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          {text !== undefined && <div className={classes.text}>{text}</div>}
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Restores the focus when the owner unmounts the dialog. The kit restores the focus only when the dialog closes. */
export function useFocusBack(): void {
  const [before] = useState(() => outsideMenu(document.activeElement));
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

/** A menu item disappears with its menu, so the focus returns to the button that opened the menu. */
function outsideMenu(active: Element | null): Element | null {
  const opener = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return opener == null ? active : document.getElementById(opener);
}

/** The buttons at the end of a dialog, in view while its content scrolls. On a phone the buttons share its width. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
