import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** One line that says what the page is about right now. */
  context?: ReactNode;
  /** At most one filled button, and what stands beside it. */
  right?: ReactNode;
}

/** The head of a page: title, context, and the actions of the whole page. */
export function PageHeader({ title, context, right }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {context && <p className={classes.context}>{context}</p>}
      </div>
      {right && <div className={classes.right}>{right}</div>}
    </div>
  );
}
