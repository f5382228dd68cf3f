import type { ReactNode } from 'react';
import classes from './card-facts.module.css';

/** Names and values under the title of a card. Each child is a `div` with a `dt` and a `dd`. */
export function CardFacts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}
