import { SECOND_MS } from '@trace/contract/kernel/time';
import { VisuallyHidden } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { CloseButton } from '#ui/controls/close-button.tsx';
import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { dismissToast, type ShownToast } from './toast-list.ts';
import classes from './toast.module.css';

const SHOWN_MS = 6 * SECOND_MS;
/** A refusal includes the next step and takes longer to read. */
const FAILURE_SHOWN_MS = 10 * SECOND_MS;

const icons = { done: IconCheck, failed: IconAlertTriangle, info: IconInfoCircle };

/** The toasts in their place, each until its reading time is over. */
export default function ToastItems({ toasts }: { toasts: readonly ShownToast[] }) {
  const { isHeld, holders, restoreFocus } = useHold(toasts);
  return toasts.map((toast) => (
    <Item key={toast.id} toast={toast} isHeld={isHeld} holders={holders} onDismiss={restoreFocus} />
  ));
}

type Hold = ReturnType<typeof useHold>;

/** Toasts stay while one of them has the pointer or the focus, and while the page is hidden (WCAG 2.2.1). */
function useHold(toasts: readonly ShownToast[]) {
  const isHidden = useDocumentVisibility() === 'hidden';
  const [pointed, setPointed] = useState(0);
  const [focused, setFocused] = useState(0);
  const before = useRef<Element | null>(null);
  const holders = (id: number) => ({
    onPointerEnter: () => setPointed(id),
    onPointerLeave: () => setPointed(0),
    onFocus: ({ relatedTarget }: FocusEvent) => {
      before.current = relatedTarget;
      setFocused(id);
    },
    onBlur: () => setFocused(0),
  });
  // A toast that goes away under the pointer reports no leave.
  const isHeld = isHidden || toasts.some(({ id }) => id === pointed || id === focused);
  const restoreFocus = () => {
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return { isHeld, holders, restoreFocus };
}

interface ItemProps extends Pick<Hold, 'isHeld' | 'holders'> {
  toast: ShownToast;
  onDismiss: () => void;
}

function Item({ toast, isHeld, holders, onDismiss }: ItemProps) {
  const { id, title, text, tone, isOnPage } = toast;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissToast(id), tone === 'failed' ? FAILURE_SHOWN_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, tone, isHeld]);
  if (isOnPage) return <VisuallyHidden>{text}</VisuallyHidden>;
  const Icon = icons[tone];
  return (
    <div className={classes.toast} data-tone={tone} role={tone === 'failed' ? 'alert' : undefined} {...holders(id)}>
      <Icon size={18} stroke={1.8} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <CloseButton
          size={24}
          label="Dismiss"
          className={classes.dismiss}
          onClick={() => {
            onDismiss();
            dismissToast(id);
          }}
        />
        {title !== undefined && <p className={classes.title}>{title}</p>}
        <p className={classes.text}>{text}</p>
      </div>
    </div>
  );
}
