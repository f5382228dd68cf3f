import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import type { ReactNode } from 'react';
import classes from './fact-rows.module.css';

/** Facts about a device, a company or a person, one below the other, as wide as their card. */
export function FactRows({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** A name and its value. Without a value, says that the value is not provided. */
export function FactRow({ name, children }: { name: string; children: ReactNode }) {
  const isMissing = children === null || children === undefined || children === '';
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{isMissing ? <span className={classes.missing}>{supportDeskTexts.notProvided}</span> : children}</dd>
    </div>
  );
}
