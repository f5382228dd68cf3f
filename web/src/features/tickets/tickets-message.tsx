import { formatExact } from '#lib/format.ts';
import { formatMoment } from '#lib/moment-format.ts';
import { useNow } from '#lib/now.ts';
import { Initials } from '#ui/data/initials.tsx';
import { IconArrowsLeftRight, IconLock } from '@tabler/icons-react';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './tickets-message.module.css';

interface TicketMessageItemProps {
  author: string;
  /** The name behind the initials, when the author is written as 'You'. */
  name?: string;
  /** Beside the name: an address or 'Trace support'. */
  from?: string | null;
  look: 'person' | 'support' | 'note';
  /** The word on a note. */
  badge?: string;
  at: string;
  text: string;
  /** Below the text: the files of the message. */
  children?: ReactNode;
}

/** A message of a conversation. The text is plain: line breaks stay, markup is shown as text. */
export function TicketMessageItem({
  author,
  name = author,
  from,
  look,
  badge,
  at,
  text,
  children,
}: TicketMessageItemProps) {
  return (
    <li className={classes.message} data-look={look}>
      <Initials name={name} />
      <div className={classes.words}>
        <div className={classes.head}>
          <span className={classes.author} dir="auto">
            {author}
          </span>
          {from && <span className={classes.from}>{from}</span>}
          {badge && (
            <Badge color="gray" leftSection={<IconLock size={13} stroke={1.8} aria-hidden="true" />}>
              {badge}
            </Badge>
          )}
          <MessageTime at={at} />
        </div>
        <p className={classes.text} dir="auto">
          {text}
        </p>
        {children}
      </div>
    </li>
  );
}

/** A change of the status or the assignment between two messages. */
export function TicketEventItem({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li className={classes.event}>
      <IconArrowsLeftRight size={15} stroke={1.7} aria-hidden="true" />
      <span className={classes.eventText}>{children}</span>
      <MessageTime at={at} />
    </li>
  );
}

function MessageTime({ at }: { at: string }) {
  const nowMs = useNow('halfMinute');
  return (
    <time className={classes.time} dateTime={at} title={formatExact(at)}>
      {formatMoment(at, nowMs)}
    </time>
  );
}
