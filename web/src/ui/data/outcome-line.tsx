import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './outcome-line.module.css';

interface OutcomeLineProps {
  /** `part`: only a part has succeeded, or a person has to look. */
  tone: 'good' | 'part' | 'bad';
  /** The name of the failure in a text that the specification quotes. The reason follows. */
  title?: string;
  children: ReactNode;
}

/** Shows the outcome of a form step in place. Screen readers announce a failure at once. */
export function OutcomeLine({ tone, title, children }: OutcomeLineProps) {
  const Icon = tone === 'good' ? IconCircleCheckFilled : IconAlertTriangle;
  return (
    <div
      ref={tone === 'bad' ? showInDialog : null}
      className={classes.line}
      data-tone={tone}
      role={tone === 'good' ? 'status' : 'alert'}
    >
      <span className={classes.icon}>
        <Icon size={18} stroke={1.8} aria-hidden="true" />
      </span>
      <div>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        <p className={classes.text}>{children}</p>
      </div>
    </div>
  );
}

/** In a dialog higher than the window, an outcome would appear below the fold, behind the buttons. */
export function showInDialog(line: HTMLElement | null): void {
  if (line?.closest('[role="dialog"]')) line.scrollIntoView({ block: 'nearest' });
}
