import { SearchField } from '#ui/controls/search-field.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { RowCards } from '#ui/data/table/row-cards.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditRules } from '@trace/contract/audit/audit.rules';
import { auditTexts as texts } from '@trace/contract/audit/audit.texts';
import { AuditEntry } from './audit-entry.tsx';
import classes from './audit-log-card.module.css';
import { auditQuery } from './audit.queries.ts';

/** The audit log with its search (AUD-01). */
export function AuditLogCard({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const query = useInfiniteQuery(auditQuery(search));
  const total = query.data?.pages[0]?.total ?? null;
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <SectionCard title={total === null ? texts.title : texts.titleWith(total)} isFlush>
      <div className={classes.search}>
        <SearchField label={texts.search} maxLength={auditRules.searchMaxLength} text={search} onSearch={onSearch} />
      </div>
      <PagedList
        query={query}
        count={entries.length}
        icon={IconHistory}
        loading={texts.loading}
        empty={search === '' ? texts.none : texts.noneFound}
        failed={() => texts.failed}
        more={texts.more}
      >
        <RowCards label={texts.title}>
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </RowCards>
      </PagedList>
    </SectionCard>
  );
}
