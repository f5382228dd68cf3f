import { Button, Text } from '@mantine/core';
import { FullPageMessage } from './full-page-message.tsx';

/** In place of a page that broke while drawing; the router hands in how to try again. */
export function PageFailure({ reset }: { error: unknown; reset: () => void }) {
  return (
    <FullPageMessage title="This page stopped working">
      <Text c="dimmed">Your devices are not affected. Try again or reload the page.</Text>
      <Button onClick={reset}>Try again</Button>
    </FullPageMessage>
  );
}
