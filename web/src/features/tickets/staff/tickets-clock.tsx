import { formatDuration, toEpochMs } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import type { QueuedTicket } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';

/** The first-answer clock: how long the person waits, otherwise how long the first answer took. */
export function TicketClock({
  ticket,
}: {
  ticket: Pick<QueuedTicket, 'createdAt' | 'firstAnswerAt' | 'waitingSince'>;
}) {
  const nowMs = useNow('halfMinute');
  const { createdAt, firstAnswerAt, waitingSince } = ticket;
  if (waitingSince !== null) {
    const waited = formatDuration(Math.max(0, nowMs - toEpochMs(waitingSince)));
    return <span>{firstAnswerAt === null ? texts.waitingFirst(waited) : texts.waiting(waited)}</span>;
  }
  if (firstAnswerAt === null) return <span>{texts.noWait}</span>;
  return <span>{texts.firstAnswer(formatDuration(toEpochMs(firstAnswerAt) - toEpochMs(createdAt)))}</span>;
}
