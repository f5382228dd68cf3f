import { Logo } from '#ui/layout/logo.tsx';
import { usePageTitle } from '#ui/layout/page-title.tsx';
import { use, type ReactNode } from 'react';
import classes from './full-page-message.module.css';
import { ShellHeadPlace } from './shell-head.tsx';

interface FullPageMessageProps {
  /** Stands large above the title, such as 404. */
  figure?: string;
  title: string;
  /** The title of the browser's tab. */
  tabTitle?: string;
  children: ReactNode;
}

/** A page with a single message. Inside a shell the message takes the place of the page. */
export function FullPageMessage({ figure, title, tabTitle = title, children }: FullPageMessageProps) {
  const heading = usePageTitle(tabTitle);
  const isInShell = use(ShellHeadPlace) !== undefined;
  const Frame = isInShell ? 'div' : 'main';
  return (
    <Frame className={classes.page} data-in-shell={isInShell || undefined}>
      {!isInShell && <Logo />}
      <div className={classes.words}>
        {figure && <p className={classes.figure}>{figure}</p>}
        <h1 className={classes.title} {...heading}>
          {title}
        </h1>
        {children}
      </div>
    </Frame>
  );
}
