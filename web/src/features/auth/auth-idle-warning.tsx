import { activity } from '#lib/activity.ts';
import { Button, Group, Modal } from '@mantine/core';
import { sessionsTexts } from '@trace/contract/auth/auth.sessions.texts';
import { useSyncExternalStore } from 'react';
import classes from './auth-idle-warning.module.css';
import { useIdleEnd } from './auth.sessions.queries.ts';

/** Asks five minutes before an idle session ends (SESS-04), in every tab; the answer of one is that of all. */
export function AuthIdleWarning() {
  const phase = useSyncExternalStore(activity.onPhase, activity.readPhase);
  useIdleEnd(phase);
  return (
    <Modal.Root opened={phase !== 'active'} onClose={activity.confirm} centered size="sm" radius="lg">
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          <Modal.Title className={classes.title ?? ''}>{sessionsTexts.idleTitle}</Modal.Title>
          <p className={classes.text}>{sessionsTexts.idleWarning}</p>
          <Group justify="flex-end">
            <Button onClick={activity.confirm} data-autofocus>
              {sessionsTexts.ok}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
