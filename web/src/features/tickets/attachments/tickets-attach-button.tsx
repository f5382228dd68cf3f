import { failureWords } from '#lib/http/api.ts';
import { formatSize } from '#lib/format-size.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { attachmentRules } from '@trace/contract/tickets/attachments/tickets.attachments.rules';
import { attachmentTexts as texts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import type { Attachments } from './tickets-attachments.ts';
import classes from './tickets-attachments.module.css';

/** Attach a file, beside the button that sends the message. */
export function AttachButton({ attachments }: { attachments: Attachments }) {
  return (
    <FileButton multiple accept={attachmentRules.accept} onChange={(files) => void attachments.choose(files)}>
      {(props) => (
        <Button
          {...props}
          variant="subtle"
          title={texts.hint}
          loading={attachments.isSending}
          leftSection={<IconPaperclip size={17} stroke={1.7} aria-hidden="true" />}
        >
          {texts.attach}
        </Button>
      )}
    </FileButton>
  );
}

/** The files that the message will have, and the failure of the last one. */
export function AttachedFiles({ attachments: { files, failure, remove } }: { attachments: Attachments }) {
  return (
    <>
      {files.length > 0 && (
        <ul className={classes.list} aria-label={texts.list}>
          {files.map(({ id, name, sizeBytes }) => (
            <li key={id} className={classes.file}>
              <IconPaperclip size={15} stroke={1.7} aria-hidden="true" />
              <bdi className={classes.name}>{name}</bdi>
              <span className={classes.size}>{formatSize(sizeBytes)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={texts.remove(name)}
                onClick={() => remove(id)}
              >
                <IconX size={15} stroke={1.8} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {failure && (
        <OutcomeLine tone="bad" title={texts.failed(failure.name)}>
          {typeof failure.words === 'string' ? failure.words : failureWords(failure.words)}
        </OutcomeLine>
      )}
    </>
  );
}
