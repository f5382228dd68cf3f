import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Facts about a device, a company or a person, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** A fact with its name. Without a value, says that the value is not provided. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  const isMissing = children === null || children === undefined || children === '';
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{isMissing ? <span className={classes.missing}>{supportDeskTexts.notProvided}</span> : children}</dd>
    </div>
  );
}
