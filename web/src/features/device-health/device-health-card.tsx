import { SearchField } from '#ui/controls/search-field.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { Card } from '@mantine/core';
import { IconHeartbeat } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SEARCH_MAX_LENGTH } from '@trace/contract/device-health/device-health.rules';
import { deviceHealthTexts as texts } from '@trace/contract/device-health/device-health.texts';
import { HealthRows } from './device-health-rows.tsx';
import { healthQuery } from './device-health.queries.ts';
import classes from './device-health.module.css';

/** HLTH-01: the health of all devices with a search, silent devices first. */
export function DeviceHealthCard({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const query = useInfiniteQuery(healthQuery(search));
  const records = query.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <Card component="section" aria-label={texts.title} padding={0}>
      <div className={classes.search}>
        <SearchField label={texts.search} maxLength={SEARCH_MAX_LENGTH} text={search} onSearch={onSearch} />
      </div>
      <PagedList
        query={query}
        count={records.length}
        icon={IconHeartbeat}
        loading={texts.loading}
        empty={search === '' ? texts.empty : texts.emptySearch}
        failed={(reason) => `${texts.failed}. ${reason}`}
        more={texts.more}
      >
        <HealthRows records={records} list={query.isPlaceholderData ? null : search} />
      </PagedList>
    </Card>
  );
}
