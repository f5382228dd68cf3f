import { Logo } from '#ui/layout/logo.tsx';
import { usePageTitle } from '#ui/layout/page-title.tsx';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AuthPromise } from './auth-promise.tsx';
import classes from './auth-frame.module.css';

interface AuthFrameProps {
  title: string;
  /** The title of the browser's tab, when the page greets instead of saying its name. */
  tabTitle?: string;
  children: ReactNode;
  foot?: ReactNode;
}

/** The promise on the left, a form column on the right. On a phone the promise is only the logo. */
export function AuthFrame({ title, tabTitle = title, children, foot }: AuthFrameProps) {
  const heading = usePageTitle(tabTitle);
  return (
    <div className={classes.split}>
      <AuthPromise />
      <header className={classes.phoneLogo}>
        <Logo sizePx={32} on="petrol" />
      </header>
      <main className={classes.form}>
        <Title order={1} className={classes.title ?? ''} {...heading}>
          {title}
        </Title>
        {children}
        {foot && <div className={classes.foot}>{foot}</div>}
      </main>
    </div>
  );
}
