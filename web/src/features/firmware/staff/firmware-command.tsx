import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import classes from './firmware-command.module.css';

/** A line to copy: a command, or a token. */
export function FirmwareCommand({ text, copyLabel }: { text: string; copyLabel: string }) {
  return (
    <div className={classes.command}>
      <code>{text}</code>
      <CopyButton value={text} timeout={2_000}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={copy}
            aria-label={copied ? firmwareScreenTexts.copied : copyLabel}
          >
            {copied ? <IconCheck size={16} stroke={2} /> : <IconCopy size={16} stroke={1.7} />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
