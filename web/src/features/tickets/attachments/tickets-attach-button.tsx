import { formatSize } from '#lib/format-size.ts';
import { FileChooser } from '#ui/controls/file-chooser.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { ActionIcon, Button } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { attachmentRules } from '@trace/contract/tickets/attachments/tickets.attachments.rules';
import { attachmentTexts as texts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import { useId } from 'react';
import type { Attachments } from './tickets-attachments.ts';
import classes from './tickets-attachments.module.css';

/** Attach a file, beside the button that sends the message. The hint takes a row below both. */
export function AttachButton({ attachments }: { attachments: Attachments }) {
  const hintId = useId();
  return (
    <>
      <FileChooser isMultiple accept={attachmentRules.accept} onChoose={(files) => void attachments.choose(files)}>
        {(props) => (
          <Button
            {...props}
            variant="subtle"
            aria-describedby={hintId}
            loading={attachments.isSending}
            leftSection={<IconPaperclip size={17} stroke={1.7} aria-hidden="true" />}
          >
            {texts.attach}
          </Button>
        )}
      </FileChooser>
      <p id={hintId} className={classes.hint}>
        {texts.hint}
      </p>
    </>
  );
}

/** The files that the message will have, and why others were not attached. */
export function AttachedFiles({ attachments: { files, failures, remove } }: { attachments: Attachments }) {
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
      {failures.map(({ name, words }) => (
        <OutcomeLine key={name} tone="bad" title={texts.failed(name)}>
          {words}
        </OutcomeLine>
      ))}
    </>
  );
}
