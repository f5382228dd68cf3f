import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './outcome-line.module.css';

interface OutcomeLineProps {
  tone: 'good' | 'bad';
  /** What a quoted text calls the failure; the reason follows. */
  title?: string;
  children: ReactNode;
}

/** How a step of a form ended, in its place. A failure is told at once to those who listen. */
export function OutcomeLine({ tone, title, children }: OutcomeLineProps) {
  const Icon = tone === 'good' ? IconCircleCheckFilled : IconAlertTriangle;
  return (
    <div className={classes.line} data-tone={tone} role={tone === 'good' ? 'status' : 'alert'}>
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
