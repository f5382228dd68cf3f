import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon: TablerIcon;
  /** Says which content is still missing, and the next step. */
  text: string;
  action?: ReactNode;
}

/** Replaces an empty list. */
export function EmptyState({ icon: Icon, text, action }: EmptyStateProps) {
  return (
    <div className={classes.empty} data-empty>
      <span className={classes.icon}>
        <Icon size={22} stroke={1.7} aria-hidden="true" />
      </span>
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  );
}
