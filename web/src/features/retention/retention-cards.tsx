import { formatExact } from '#lib/format.ts';
import { Age } from '#ui/data/age.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack, Table } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RetentionRun } from '@trace/contract/retention/retention.api';
import { retentionPeriods, type RetentionKind } from '@trace/contract/retention/retention.rules';
import { periodText, retentionKindTexts, retentionTexts as texts } from '@trace/contract/retention/retention.texts';
import { retentionRunsQuery } from './retention.queries.ts';

const kinds = Object.keys(retentionPeriods) as RetentionKind[];

/** How long data is kept, and what each run archived or deleted (RET-06). */
export function RetentionCards() {
  return (
    <Stack gap="lg">
      <RetentionRuns />
      <SectionCard title={texts.periods} isFlush>
        <DataTable minWidth={320} label={texts.periods}>
          <Table.Tbody>
            {kinds.map((kind) => (
              <Table.Tr key={kind}>
                <Table.Th scope="row">{retentionKindTexts[kind]}</Table.Th>
                <Table.Td>{periodText(kind)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </DataTable>
      </SectionCard>
    </Stack>
  );
}

function RetentionRuns() {
  const query = useInfiniteQuery(retentionRunsQuery);
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <SectionCard title={texts.runs} isFlush>
      <PagedList
        query={query}
        count={runs.length}
        icon={IconArchive}
        loading={texts.loading}
        empty={texts.none}
        failed={() => texts.failed}
        more={texts.more}
      >
        <Runs runs={runs} />
      </PagedList>
    </SectionCard>
  );
}

function Runs({ runs }: { runs: readonly RetentionRun[] }) {
  if (useIsPhone()) return <RunCards runs={runs} />;
  return (
    <DataTable minWidth={560} label={texts.runs}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.what}</Table.Th>
          <Table.Th>{texts.result}</Table.Th>
          <Table.Th>{texts.dataBefore}</Table.Th>
          <Table.Th>{texts.started}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <Table.Tr key={run.id}>
            <Table.Td>{retentionKindTexts[run.kind]}</Table.Td>
            <Table.Td>{resultOf(run)}</Table.Td>
            <Table.Td>{formatExact(run.before)}</Table.Td>
            <Table.Td>
              <Age at={run.startedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function RunCards({ runs }: { runs: readonly RetentionRun[] }) {
  return (
    <RowCards label={texts.runs}>
      {runs.map((run) => (
        <RowCard key={run.id}>
          <RowCardHead>
            <span>{retentionKindTexts[run.kind]}</span>
          </RowCardHead>
          <RowCardFacts>
            <span>{resultOf(run)}</span>
            <Age at={run.startedAt} />
          </RowCardFacts>
          <RowCardFacts>
            <span>
              {texts.dataBefore}: {formatExact(run.before)}
            </span>
          </RowCardFacts>
        </RowCard>
      ))}
    </RowCards>
  );
}

function resultOf({ kind, removed, problem, finishedAt }: RetentionRun): string {
  const taken = removed === 0 ? texts.nothing : texts.removed(removed, retentionPeriods[kind].end);
  const trouble = problem ?? (finishedAt === null ? texts.unfinished : null);
  if (trouble === null) return taken;
  return removed === 0 ? trouble : `${taken}. ${trouble}`;
}
