import { useBrowserNow } from '#lib/now.ts';
import { Button, Progress } from '@mantine/core';
import { verificationRules } from '@trace/contract/devices/registration/devices.registration.rules';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { setupTexts as texts } from '@trace/contract/devices/registration/devices.setup.texts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import classes from '../devices-device-part.module.css';
import type { VerifyState } from './devices-verify-attempts.ts';

interface DevicesVerifyProgressProps {
  state: Extract<VerifyState, { phase: 'asking' | 'waiting' }>;
  /** Why the last attempt did not do. */
  words: string;
  onCancel: () => void;
}

/** REG-03: shows the progress of the attempts and a button to cancel. Only the last attempt can fail. */
export function DevicesVerifyProgress({ state, words, onCancel }: DevicesVerifyProgressProps) {
  const { attempts } = verificationRules;
  return (
    <div className={classes.waiting}>
      <div className={classes.waitingWords}>
        <p className={classes.title}>{texts.waitingTitle}</p>
        <p role="status">
          {words} {registrationTexts.waiting(state.attempt, attempts)}
        </p>
        <p className={classes.next}>
          {state.phase === 'waiting' ? <NextAttempt atMs={state.nextAtMs} /> : texts.attemptNow}
        </p>
      </div>
      <Button variant="default" onClick={onCancel}>
        {texts.stopWaiting}
      </Button>
      <Progress
        className={classes.bar ?? ''}
        value={Math.round((state.attempt / attempts) * 100)}
        aria-label={texts.attempts}
      />
    </div>
  );
}

function NextAttempt({ atMs }: { atMs: number }) {
  const leftMs = atMs - useBrowserNow('second');
  return texts.nextAttempt(Math.max(1, Math.round(leftMs / SECOND_MS)));
}
