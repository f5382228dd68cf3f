import type { ReactNode, Ref } from 'react';
import classes from './row-cards.module.css';

interface RowCardsProps {
  label?: string;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
}

/** The phone layout of a table: each row is a card. */
export function RowCards({ label, ref, children }: RowCardsProps) {
  return (
    <ul className={classes.cards} aria-label={label} ref={ref}>
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
