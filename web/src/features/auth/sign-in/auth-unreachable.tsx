import { failureWords } from '#lib/http/api.ts';
import { Logo } from '#ui/layout/logo.tsx';
import { Button, Text, Title } from '@mantine/core';
import { authTexts } from '@trace/contract/auth/auth.texts';
import classes from '../auth-notice.module.css';

interface AuthUnreachableProps {
  title?: string | undefined;
  error: Error;
  onRetry: () => void;
}

/** Shown when the session is unknown because the portal does not answer. */
export function AuthUnreachable({ title = authTexts.unreachableTitle, error, onRetry }: AuthUnreachableProps) {
  return (
    <main className={classes.notice}>
      <Logo />
      <div role="alert">
        <Title order={1}>{title}</Title>
        <Text mt="xs">{failureWords(error)}</Text>
      </div>
      <Button onClick={onRetry}>{authTexts.tryAgain}</Button>
    </main>
  );
}
