import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './amber-notice.module.css';

interface AmberNoticeProps {
  /** The accessible name for screen readers. */
  label: string;
  icon?: TablerIcon;
  title?: string;
  children: ReactNode;
  /** The actions that the user chooses from. On a phone the actions take the whole width. */
  actions?: ReactNode;
}

/** A notice that asks for a decision, or warns that data is older than it looks. */
export function AmberNotice({ label, icon: Icon, title, children, actions }: AmberNoticeProps) {
  return (
    <section className={classes.notice} aria-label={label}>
      <div className={classes.lead}>
        {Icon && (
          <span className={classes.icon}>
            <Icon size={22} stroke={1.7} aria-hidden="true" />
          </span>
        )}
        <div>
          {title && <p className={classes.title}>{title}</p>}
          <div className={classes.text}>{children}</div>
        </div>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </section>
  );
}
