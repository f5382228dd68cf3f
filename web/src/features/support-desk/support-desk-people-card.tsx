import { SearchField } from '#ui/controls/search-field.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { Card } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SEARCH_MAX_LENGTH } from '@trace/contract/support-desk/support-desk.rules';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { Choice } from './support-desk-choice.tsx';
import { PeopleRows } from './support-desk-people-rows.tsx';
import { peopleQuery, type PeopleFilter } from './support-desk.queries.ts';
import classes from './support-desk.module.css';

const { users, installers, list } = supportDeskTexts;

interface PeopleCardProps {
  role: 'user' | 'installer';
  filter: PeopleFilter;
  onChange: (changed: PeopleFilter) => void;
}

/** SUPP-01: the accounts of users or installers with a search, newest first. */
export function DeskPeopleCard({ role, filter, onChange }: PeopleCardProps) {
  const query = useInfiniteQuery(peopleQuery(role, filter));
  const people = query.data?.pages.flatMap((page) => page.people) ?? [];
  const texts = role === 'user' ? users : installers;
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const failed = role === 'user' && filter.search !== undefined ? users.failedSearch : texts.failed;
  return (
    <Card component="section" aria-label={texts.title} padding={0}>
      <div className={classes.filters}>
        <SearchField
          label={texts.placeholder}
          maxLength={SEARCH_MAX_LENGTH}
          text={filter.search}
          onSearch={(search) => onChange({ ...filter, search: search || undefined })}
        />
        {role === 'user' && (
          <Choice
            label={users.show}
            none={users.shows.all}
            options={[
              { value: 'devices', label: users.shows.devices },
              { value: 'waiting', label: users.shows.waiting },
            ]}
            value={filter.show}
            onChange={(show) => onChange({ ...filter, show })}
          />
        )}
      </div>
      <PagedList
        query={query}
        count={people.length}
        icon={IconUsers}
        empty={isNarrowed ? list.noMatch : texts.empty}
        failed={(reason) => `${failed}. ${reason}`}
        more={list.more}
      >
        <PeopleRows people={people} label={texts.title} />
      </PagedList>
    </Card>
  );
}
