import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import classes from './bell-button.module.css';

interface BellButtonProps {
  /** Contains the number of unread entries. */
  label: string;
  /** The same number for the eye. Null: none is unread. */
  badge: string | null;
  isOpen: boolean;
  /** Receives the place of the bell. */
  onOpen: (anchor: DOMRect) => void;
  /** Events that load the list before the click. */
  preload: Record<string, () => void>;
}

/** The bell in the head of every page. */
export function BellButton({ label, badge, isOpen, onOpen, preload }: BellButtonProps) {
  return (
    <span className={classes.place}>
      <ActionIcon
        variant="default"
        size={36}
        className={classes.bell ?? ''}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={({ currentTarget }) => onOpen(currentTarget.getBoundingClientRect())}
        {...preload}
      >
        <IconBell size={18} stroke={1.7} />
      </ActionIcon>
      {badge !== null && <span className={classes.count}>{badge}</span>}
    </span>
  );
}
