import type { ReactNode } from 'react';
import classes from './page-header.module.css';
import { usePageTitle } from './page-title.tsx';

interface PageHeaderProps {
  title: string;
  /** The shortened title for narrow spaces. If empty, the full title is always shown. */
  shortTitle?: string;
  /** The title of the browser's tab, when the page greets instead of saying its name. */
  tabTitle?: string;
  /** A link to the page above, over the title. */
  back?: ReactNode;
  /** A line with the current subject of the page. */
  context?: ReactNode;
  /** At most a single filled button, with its companions. */
  right?: ReactNode;
}

/** The head of a page: title, context, and the actions of the whole page. */
export function PageHeader({ title, shortTitle = '', tabTitle = title, back, context, right }: PageHeaderProps) {
  const heading = usePageTitle(tabTitle);
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        {back}
        <h1 className={classes.title} {...heading}>
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
