import { showToast } from '#ui/dialogs/toast.tsx';
import { Button, Group, Stack } from '@mantine/core';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { useEffect, useRef } from 'react';
import classes from './auth-set-up.module.css';

/** The recovery codes, this once: to be copied, downloaded or written down. */
export function AuthRecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => copyButton.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      showToast({ tone: 'done', about: 'recovery codes', text: secondFactorTexts.copied });
    } catch {
      // Browsers refuse to copy without https, or when the user has denied permission.
      showToast({ tone: 'failed', about: 'recovery codes', text: secondFactorTexts.copyFailed });
    }
  };

  return (
    <Stack gap="md">
      <ul className={classes.codes} aria-label={secondFactorTexts.recoveryTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button ref={copyButton} variant="default" onClick={() => void copy()}>
          {secondFactorTexts.copy}
        </Button>
        <Button variant="default" onClick={() => download(codes)}>
          {secondFactorTexts.download}
        </Button>
        <Button ml="auto" onClick={onKept}>
          {secondFactorTexts.kept}
        </Button>
      </Group>
    </Stack>
  );
}

function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = secondFactorTexts.downloadName;
  link.click();
  URL.revokeObjectURL(url);
}
