import { SearchField } from '#ui/controls/search-field.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { RowCard, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { Table } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { managedCertificationRules } from '@trace/contract/certification/certification.rules';
import type { ManagedCertification } from '@trace/contract/certification/certification.staff.schema';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { useState } from 'react';
import { AccountCell, HolderCell, StateCell } from './certification-cells.tsx';
import { CertificationDecisions, type Decision } from './certification-decisions.tsx';
import classes from './certification-managed.module.css';
import { CertificationMenu } from './certification-menu.tsx';
import { managedCertificationsQuery } from './certification.managed.queries.ts';

/** CERT-08, CERT-10: the records of the training provider, and what staff decide about each. */
export function ManagedCertificationsCard({
  search,
  onSearch,
}: {
  search: string;
  onSearch: (search: string) => void;
}) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const isPhone = useIsPhone();
  const query = useInfiniteQuery(managedCertificationsQuery(search));
  const rows = query.data?.pages.flatMap((page) => page.certifications) ?? [];
  const Rows = isPhone ? CertificationCards : CertificationTable;
  return (
    <SectionCard title={texts.table} isFlush>
      <div className={classes.search}>
        <SearchField
          label={texts.search}
          maxLength={managedCertificationRules.searchMaxLength}
          text={search}
          onSearch={onSearch}
        />
      </div>
      <PagedList
        query={query}
        count={rows.length}
        icon={IconCertificate}
        loading={texts.loading}
        empty={search === '' ? texts.empty : texts.emptySearch}
        failed={(reason) => `${texts.loadFailed}. ${reason}`}
        more={texts.more}
      >
        <Rows rows={rows} onDecide={setDecision} />
      </PagedList>
      <CertificationDecisions decision={decision} onClose={() => setDecision(null)} />
    </SectionCard>
  );
}

interface RowsProps {
  rows: readonly ManagedCertification[];
  onDecide: (decision: Decision) => void;
}

function CertificationTable({ rows, onDecide }: RowsProps) {
  const { number, holder, state, account, actions } = texts.columns;
  return (
    <DataTable minWidth={760} label={texts.table} isTop endsInActions>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{number}</Table.Th>
          <Table.Th>{holder}</Table.Th>
          <Table.Th>{state}</Table.Th>
          <Table.Th>{account}</Table.Th>
          <Table.Th>{actions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.number}>
            <Table.Td className={classes.number ?? ''}>{row.number}</Table.Td>
            <Table.Td>
              <HolderCell {...row} />
            </Table.Td>
            <Table.Td>
              <StateCell {...row} />
            </Table.Td>
            <Table.Td>
              <AccountCell {...row} />
            </Table.Td>
            <Table.Td>
              <CertificationMenu certification={row} onDecide={onDecide} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function CertificationCards({ rows, onDecide }: RowsProps) {
  return (
    <RowCards label={texts.table}>
      {rows.map((row) => (
        <RowCard key={row.number}>
          <RowCardHead>
            <span className={classes.number}>{row.number}</span>
            <CertificationMenu certification={row} onDecide={onDecide} />
          </RowCardHead>
          <HolderCell {...row} />
          <StateCell {...row} />
          <AccountCell {...row} />
        </RowCard>
      ))}
    </RowCards>
  );
}
