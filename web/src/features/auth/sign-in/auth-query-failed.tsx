import { failureWords } from '#lib/http/api.ts';
import { Button, Group, Text } from '@mantine/core';
import { authTexts } from '@trace/contract/auth/auth.texts';

/** A part of a page that could not be loaded, and the way to try again. */
export function AuthQueryFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Group role="alert" justify="space-between" gap="xs">
      <Text fz="sm">{failureWords(error)}</Text>
      <Button variant="default" onClick={onRetry}>
        {authTexts.tryAgain}
      </Button>
    </Group>
  );
}
