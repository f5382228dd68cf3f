import { useHeldPage } from '#lib/held-page.ts';
import { Button, Modal } from '@mantine/core';
import { dialogTexts as texts } from '@trace/contract/kernel/dialog.texts';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './dialog.module.css';
import { useIsPhone } from '#ui/is-phone.ts';
import { useIsTopDialog } from './dialog-stack.ts';
import { useWrittenText } from './written-text.ts';

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
  /** A draft keeps the text, so no question is asked. */
  hasDraft?: boolean;
  onClose: () => void;
  /** Runs when the closing animation has ended. From then on, content changes are invisible. */
  onClosed?: () => void;
  children: ReactNode;
}

/**
 * A dialog with its own content. Escape, Back and a reload ask before written text is lost. Built from parts, because
 * `Modal.Header` would be a second banner landmark.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, title, text, size = 'sm', isTall, isHeld = false, hasDraft = false, onClosed, children } = props;
  const isPhone = useIsPhone();
  const isFull = isPhone && isTall === true;
  const isTopmost = useIsTopDialog(isOpen);
  const [fields, setFields] = useState<'untouched' | 'changed' | 'asked about'>('untouched');
  const written = useWrittenText();
  if (!isOpen && fields !== 'untouched') setFields('untouched');
  useFocusBack();
  const askFirst = (otherwise?: () => void) =>
    !hasDraft && written.isLost() ? setFields('asked about') : otherwise?.();
  return (
    <>
      <Modal.Root
        opened={isOpen}
        onClose={() => askFirst(props.onClose)}
        {...(onClosed && { onExitTransitionEnd: onClosed })}
        closeOnEscape={!isHeld && isTopmost}
        closeOnClickOutside={!isHeld && fields === 'untouched'}
        centered={!isFull}
        fullScreen={isFull}
        size={size}
        radius={isFull ? 0 : 'lg'}
      >
        <Modal.Overlay />
        <Modal.Content
          className={classes.content ?? ''}
          onInput={(event) => {
            setFields('changed');
            written.noteInput(event);
          }}
        >
          <Modal.Body p="lg">
            <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
            {text !== undefined && <div className={classes.text}>{text}</div>}
            {children}
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      {isOpen && (
        <>
          {!hasDraft && written.isWritten && <HeldText onRefused={() => askFirst()} />}
          {fields === 'asked about' && (
            <DiscardQuestion onKeep={() => setFields('changed')} onDiscard={props.onClose} />
          )}
        </>
      )}
    </>
  );
}

/** A component, because a dialog without written text also opens outside the router. */
function HeldText({ onRefused }: { onRefused: () => void }) {
  useHeldPage(true, onRefused);
  return null;
}

/** Asks whether typed text may be lost. */
export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog isOpen title={texts.discardTitle} text={texts.discardText} onClose={onKeep}>
      <DialogActions>
        <Button variant="default" onClick={onKeep} data-autofocus>
          {texts.keepWriting}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {texts.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Restores the focus when the owner unmounts the dialog. The kit restores the focus only when the dialog closes.
 * The page takes the focus of a button that disappeared, such as with its row.
 */
export function useFocusBack(): void {
  const [before] = useState(() => outsideMenu(document.activeElement));
  useEffect(
    () => () => {
      if (document.activeElement !== document.body || !(before instanceof HTMLElement)) return;
      if (before.isConnected) before.focus();
      else document.getElementById('page')?.focus({ preventScroll: true });
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
