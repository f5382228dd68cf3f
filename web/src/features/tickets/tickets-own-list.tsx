import { Age } from '#ui/data/age.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconLifebuoy } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownTicketsTexts as texts } from '@trace/contract/tickets/tickets.texts';
import { TicketStatusBadge } from './tickets-badges.tsx';
import classes from './tickets-own.module.css';
import { ownTicketsQuery } from './tickets.queries.ts';
import { useTicketsStream } from './tickets.stream.ts';

/** SUPP-03: the person's own requests, newest first. `to` is the address of one request. */
export function OwnTicketsCard({ to }: { to: '/user/requests/$id' | '/installer/requests/$id' }) {
  useTicketsStream();
  const query = useInfiniteQuery(ownTicketsQuery);
  const tickets = query.data?.pages.flatMap((page) => page.tickets) ?? [];
  return (
    <SectionCard title={texts.page} isFlush>
      <PagedList
        query={query}
        count={tickets.length}
        icon={IconLifebuoy}
        loading={texts.loading}
        empty={texts.empty}
        failed={(reason) => `${texts.loadFailed} ${reason}`}
        more={texts.more}
      >
        <ul className={classes.list} aria-label={texts.page}>
          {tickets.map(({ id, number, subject, status, device, updatedAt }) => (
            <li key={id}>
              <Link to={to} params={{ id }} className={classes.row}>
                <span className={classes.words}>
                  <span className={classes.subject} dir="auto">
                    {subject}
                  </span>
                  <span className={classes.facts}>
                    <span className={classes.number}>{number}</span>
                    {device && <bdi>{device.deviceName}</bdi>}
                    <Age at={updatedAt} prefix={texts.updated} />
                  </span>
                </span>
                <TicketStatusBadge status={status} />
              </Link>
            </li>
          ))}
        </ul>
      </PagedList>
    </SectionCard>
  );
}
