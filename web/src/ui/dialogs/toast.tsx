import type { Stop } from '#lib/stop.ts';
import { useStore } from '#lib/store.ts';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { CloseButton } from '#ui/controls/close-button.tsx';
import { addToast, dismissToast, shownToasts, type ShownToast, type Toast } from './toast-list.ts';
import classes from './toast.module.css';

const ROOM = '--trace-toasts';
/** From the edge of the window to the toasts, and from there to a dialog. */
const AROUND_PX = 32;

const icons = { done: IconCheck, failed: IconAlertTriangle, info: IconInfoCircle };

/** Shows how an action ended. Screen readers announce failures at once, other toasts at the next pause. */
export function showToast(toast: Toast): void {
  addToast(toast);
}

/**
 * The corner for toasts. The corner stays in the page when empty, because an announcement needs an existing live
 * region.
 */
export function Toaster() {
  const toasts = useStore(shownToasts);
  return (
    <div ref={reserveToastRoom} aria-live="polite" className={classes.place}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

/** Publishes the height of the toasts to the style sheets, so that dialogs leave this space free. */
function reserveToastRoom(place: HTMLElement | null): Stop | undefined {
  if (place === null) return undefined;
  const { style } = document.documentElement;
  const forget = () => void style.removeProperty(ROOM);
  const watch = new ResizeObserver(() => {
    const { height } = place.getBoundingClientRect();
    if (height === 0) forget();
    else style.setProperty(ROOM, `${height + AROUND_PX}px`);
  });
  watch.observe(place);
  return () => {
    watch.disconnect();
    forget();
  };
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const { id, title, text, tone } = toast;
  const Icon = icons[tone];
  return (
    <div className={classes.toast} data-tone={tone} role={tone === 'failed' ? 'alert' : undefined}>
      <span className={classes.icon}>
        <Icon size={18} stroke={1.8} aria-hidden="true" />
      </span>
      <div className={classes.words}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        <p className={classes.text}>{text}</p>
      </div>
      <CloseButton size={22} label="Dismiss" onClick={() => dismissToast(id)} />
    </div>
  );
}
