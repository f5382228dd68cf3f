import { useId, type ReactNode } from 'react';
import classes from './setup.module.css';

interface SetupPartProps {
  title: string;
  hint: string;
  /** Stands opposite the title: a badge, a switch. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A part of the registration form, out of four in working order. */
export function SetupPart({ title, hint, aside, children }: SetupPartProps) {
  const titleId = useId();
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          <p className={classes.hint}>{hint}</p>
        </div>
        {aside}
      </div>
      {children !== undefined && children !== false && <div className={classes.body}>{children}</div>}
    </section>
  );
}
