import { Logo } from '#ui/logo.tsx';
import { Title } from '@mantine/core';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Role } from '@trace/contract/kernel/roles';
import { AuthPromise } from './auth-promise.tsx';
import { AuthSignInForm } from './auth-sign-in-form.tsx';
import classes from './auth-sign-in-screen.module.css';

const PRODUCT = 'Trace';

/** The screen for those who are not signed in. `wanted` is the role that the page asked for needs, null for the landing page. */
export default function AuthSignInScreen({ wanted }: { wanted: Role | null }) {
  return (
    <div className={classes.split}>
      <AuthPromise />
      <main className={classes.form}>
        <div className={classes.phoneLogo}>
          <Logo sizePx={30} />
        </div>
        <Title order={1} className={classes.title ?? ''}>
          {authTexts.title(PRODUCT)}
        </Title>
        <AuthSignInForm wanted={wanted} />
      </main>
    </div>
  );
}
