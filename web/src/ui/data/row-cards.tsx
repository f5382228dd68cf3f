import type { ReactNode } from 'react';
import classes from './row-cards.module.css';

/** The phone layout of a table: each row is a card. */
export function RowCards({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {children}
    </ul>
  );
}

export function RowCard({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return <li className={`${classes.card} ${className}`}>{children}</li>;
}

/** The head of a card: the item on the left, its state on the right. */
export function RowCardHead({ children }: { children: ReactNode }) {
  return <div className={classes.head}>{children}</div>;
}

export function RowCardFacts({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={`${classes.facts} ${className}`}>{children}</div>;
}
