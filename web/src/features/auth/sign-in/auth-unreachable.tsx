import { failureWords } from '#lib/http/api.ts';
import { Logo } from '#ui/layout/logo.tsx';
import { Button, Text, Title } from '@mantine/core';
import { authTexts } from '@trace/contract/auth/auth.texts';
import classes from '../auth-notice.module.css';

/** Shown when the session is unknown because the portal does not answer. */
export function AuthUnreachable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <main className={classes.notice}>
      <Logo />
      <div role="alert">
        <Title order={1}>{authTexts.unreachableTitle}</Title>
        <Text mt="xs">{failureWords(error)}</Text>
      </div>
      <Button onClick={onRetry}>{authTexts.tryAgain}</Button>
    </main>
  );
}
