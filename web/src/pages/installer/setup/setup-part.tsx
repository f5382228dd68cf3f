import { useId, type ReactNode } from 'react';
import classes from './setup.module.css';

interface SetupPartProps {
  title: string;
  /** Given when a control opposite the title has the title as its name. */
  titleId?: string;
  hint: string;
  /** Stands opposite the title: a badge, a switch. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A part of the registration form, out of four in working order. */
export function SetupPart({ title, titleId: givenId, hint, aside, children }: SetupPartProps) {
  const ownId = useId();
  const titleId = givenId ?? ownId;
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
