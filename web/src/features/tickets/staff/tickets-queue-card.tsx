import { supportPaths } from '#lib/support-paths.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { NativeSelect } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ticketFilters } from '@trace/contract/tickets/staff/tickets.staff.schema';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import { useTicketsStream } from '../tickets.stream.ts';
import { TicketQueueCards, TicketQueueTable } from './tickets-queue-rows.tsx';
import classes from './tickets-queue.module.css';
import { ticketQueueQuery, type QueueFilter } from './tickets.staff.queries.ts';

interface TicketQueueCardProps {
  filter: QueueFilter;
  onChange: (changed: QueueFilter) => void;
}

/** SUPP-02: all tickets with search and status filter, in the order in which staff work on them. */
export function TicketQueueCard({ filter, onChange }: TicketQueueCardProps) {
  useTicketsStream();
  const isPhone = useIsPhone();
  const query = useInfiniteQuery(ticketQueueQuery(filter));
  const tickets = query.data?.pages.flatMap((page) => page.tickets) ?? [];
  const list = query.isPlaceholderData ? null : JSON.stringify(filter);
  const isFiltered = filter.search !== '' || filter.status !== null;
  return (
    <SectionCard title={texts.page} isFlush>
      <div className={classes.filters}>
        <SearchField
          label={texts.search}
          maxLength={ticketRules.searchMaxLength}
          text={filter.search}
          onSearch={(search) => onChange({ ...filter, search })}
        />
        <StatusFilter status={filter.status} onChange={(status) => onChange({ ...filter, status })} />
      </div>
      <PagedList
        query={query}
        count={tickets.length}
        icon={IconTicket}
        loading={texts.loading}
        empty={isFiltered ? texts.emptySearch : texts.empty}
        failed={(reason) => `${texts.loadFailed}. ${reason}`}
        more={texts.more}
      >
        {isPhone ? (
          <TicketQueueCards tickets={tickets} list={list} to={supportPaths.ticket} />
        ) : (
          <TicketQueueTable tickets={tickets} list={list} to={supportPaths.ticket} />
        )}
      </PagedList>
    </SectionCard>
  );
}

const filterOptions = [
  ...ticketFilters.map((value) => ({ value, label: texts.filters[value] })),
  { value: '', label: texts.all },
];

interface StatusFilterProps {
  status: QueueFilter['status'];
  onChange: (status: QueueFilter['status']) => void;
}

function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <NativeSelect
      aria-label={texts.statusFilter}
      className={classes.status ?? ''}
      data={filterOptions}
      value={status ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(ticketFilters.find((each) => each === value) ?? null)}
    />
  );
}
