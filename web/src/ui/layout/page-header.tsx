import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** What is left of the title where there is no room for it; empty: all of it. */
  shortTitle?: string;
  /** One line that says what the page is about right now. */
  context?: ReactNode;
  /** At most one filled button, and what stands beside it. */
  right?: ReactNode;
}

/** The head of a page: title, context, and the actions of the whole page. */
export function PageHeader({ title, shortTitle = '', context, right }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title}>
          <span className={shortTitle ? classes.full : undefined}>{title}</span>
          {shortTitle && (
            <span className={classes.short} dir="auto" aria-hidden="true">
              {shortTitle}
            </span>
          )}
        </h1>
        {context && <p className={classes.context}>{context}</p>}
      </div>
      {right && <div className={classes.right}>{right}</div>}
    </div>
  );
}
