import { formatExact } from '#lib/format.ts';
import { supportPaths } from '#lib/support-paths.ts';
import { SearchField } from '#ui/controls/search-field.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { Card, Table } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SEARCH_MAX_LENGTH } from '@trace/contract/support-desk/support-desk.rules';
import type { DeskCompany } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { companiesQuery } from './support-desk.queries.ts';
import classes from './support-desk.module.css';

const texts = supportDeskTexts.companies;

/** SUPP-01: all companies with a search, newest first. */
export function DeskCompaniesCard({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const query = useInfiniteQuery(companiesQuery(search));
  const companies = query.data?.pages.flatMap((page) => page.companies) ?? [];
  return (
    <Card component="section" aria-label={texts.title} padding={0}>
      <div className={classes.filters}>
        <SearchField label={texts.placeholder} maxLength={SEARCH_MAX_LENGTH} text={search} onSearch={onSearch} />
      </div>
      <PagedList
        query={query}
        count={companies.length}
        icon={IconBuilding}
        empty={search === '' ? texts.empty : supportDeskTexts.list.noMatch}
        failed={(reason) => `${texts.failed}. ${reason}`}
        more={supportDeskTexts.list.more}
      >
        <Rows companies={companies} />
      </PagedList>
    </Card>
  );
}

function Rows({ companies }: { companies: readonly DeskCompany[] }) {
  const { columns } = texts;
  if (useIsNarrow()) {
    return (
      <RowCards label={texts.title}>
        {companies.map((company) => (
          <RowCard key={company.id}>
            <RowCardHead>
              <CompanyLink company={company} />
              <span className={classes.dimmed}>{supportDeskTexts.company.devices(company.devices)}</span>
            </RowCardHead>
            <RowCardFacts>
              <span>{company.ownerName}</span>
              <span>{supportDeskTexts.company.members(company.members)}</span>
            </RowCardFacts>
          </RowCard>
        ))}
      </RowCards>
    );
  }
  return (
    <DataTable minWidth={760} label={texts.title}>
      <Table.Thead>
        <Table.Tr>
          {Object.values(columns).map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {companies.map((company) => (
          <Table.Tr key={company.id}>
            <Table.Td>
              <CompanyLink company={company} />
            </Table.Td>
            <Table.Td>{company.ownerName}</Table.Td>
            <Table.Td>{company.members.toLocaleString('en')}</Table.Td>
            <Table.Td>{company.devices.toLocaleString('en')}</Table.Td>
            <Table.Td>{company.phone ?? '–'}</Table.Td>
            <Table.Td>{formatExact(company.createdAt)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function CompanyLink({ company: { id, name, email } }: { company: DeskCompany }) {
  return (
    <span className={classes.stack}>
      <Link to={supportPaths.company} params={{ id }} className={`${classes.link} ${classes.strong}`} dir="auto">
        {name}
      </Link>
      <span className={classes.dimmed}>{email}</span>
    </span>
  );
}
