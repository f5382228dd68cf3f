import { Logo } from '#ui/layout/logo.tsx';
import { homeOf } from '#lib/session/session.ts';
import { Button, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Person } from '@trace/contract/auth/auth.schema';
import { authTexts } from '@trace/contract/auth/auth.texts';
import type { Role } from '@trace/contract/kernel/roles';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { useEffect } from 'react';
import { useSignOut } from '../auth-sign-out.tsx';
import classes from '../auth-notice.module.css';

const SHOWN_MS = 5 * SECOND_MS;

/** GUARD-03: shown to a user with the wrong role. After 5 s the page leads to the user's own area. */
export function AuthDenied({ person, required }: { person: Person; required: Role }) {
  const { signOut, isSigningOut, question } = useSignOut();
  const navigate = useNavigate();
  const home = homeOf(person.userType);

  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: home }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [home, navigate]);

  return (
    <main className={classes.notice}>
      <Logo />
      <div role="alert">
        <Title order={1}>{authTexts.accessDenied}</Title>
        <Text mt="xs">{authTexts.deniedTypes(person.userType, required)}</Text>
        <Text c="dimmed">{authTexts.deniedNext}</Text>
      </div>
      <Button onClick={signOut} loading={isSigningOut}>
        {authTexts.signOutAndSwitch}
      </Button>
      {question}
    </main>
  );
}
