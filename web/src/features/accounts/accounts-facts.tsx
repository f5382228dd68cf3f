import type { ReactNode } from 'react';
import classes from './accounts-settings.module.css';

/** A list of terms and values, a pair per line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  term: string;
  note?: string;
  children: ReactNode;
}

export function Fact({ term, note, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>
        {term}
        {note && <span className={classes.note}>{note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
