import { Logo } from '#ui/layout/logo.tsx';
import type { ReactNode } from 'react';
import classes from './full-page-message.module.css';

interface FullPageMessageProps {
  /** Stands large above the title, such as 404. */
  figure?: string;
  title: string;
  children: ReactNode;
}

/** A page with a single message. */
export function FullPageMessage({ figure, title, children }: FullPageMessageProps) {
  return (
    <main className={classes.page}>
      <Logo />
      <div className={classes.words}>
        {figure && <p className={classes.figure}>{figure}</p>}
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
