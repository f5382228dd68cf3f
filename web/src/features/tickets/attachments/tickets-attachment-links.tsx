import { formatSize } from '#lib/format-size.ts';
import { IconPaperclip } from '@tabler/icons-react';
import type { Attachment } from '@trace/contract/tickets/attachments/tickets.attachments.schema';
import { attachmentTexts as texts } from '@trace/contract/tickets/attachments/tickets.attachments.texts';
import classes from './tickets-attachments.module.css';

interface AttachmentLinksProps {
  attachments: readonly Attachment[];
  /** The path of the endpoint that this reader may call. */
  path: string;
}

/** The files of a message. A click saves the file: the browser never shows it as a page of the portal. */
export function AttachmentLinks({ attachments, path }: AttachmentLinksProps) {
  if (attachments.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={texts.list}>
      {attachments.map(({ id, name, sizeBytes }) => (
        <li key={id}>
          <a
            href={path.replace('{id}', id)}
            download={name}
            className={`${classes.file} ${classes.link}`}
            aria-label={texts.download(name)}
          >
            <IconPaperclip size={15} stroke={1.7} aria-hidden="true" />
            <bdi className={classes.name}>{name}</bdi>
            <span className={classes.size}>{formatSize(sizeBytes)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
