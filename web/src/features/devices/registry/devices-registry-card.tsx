import { SearchField } from '#ui/controls/search-field.tsx';
import { Age } from '#ui/data/age.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { PagedList } from '#ui/data/table/paged-list.tsx';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Table } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { registryRules } from '@trace/contract/devices/registry/devices.registry.rules';
import type { RegistryEntry } from '@trace/contract/devices/registry/devices.registry.schema';
import { registryTexts as texts } from '@trace/contract/devices/registry/devices.registry.texts';
import classes from './devices-registry.module.css';
import { registryQuery } from './devices.registry.queries.ts';

/** REG-11: the serials that can connect, and whether each is registered. */
export function RegistryCard({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const isPhone = useIsPhone();
  const query = useInfiniteQuery(registryQuery(search));
  const rows = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <SectionCard title={texts.table} isFlush>
      <div className={classes.search}>
        <SearchField label={texts.search} maxLength={registryRules.searchMaxLength} text={search} onSearch={onSearch} />
      </div>
      <PagedList
        query={query}
        count={rows.length}
        icon={IconQrcode}
        loading={texts.loading}
        empty={search === '' ? texts.empty : texts.emptySearch}
        failed={(reason) => `${texts.loadFailed}. ${reason}`}
        more={texts.more}
      >
        {isPhone ? <RegistryCards rows={rows} /> : <RegistryTable rows={rows} />}
      </PagedList>
    </SectionCard>
  );
}

function RegistryTable({ rows }: { rows: readonly RegistryEntry[] }) {
  const { serial, state, claim, entered, contact } = texts.columns;
  return (
    <DataTable minWidth={760} label={texts.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{serial}</Table.Th>
          <Table.Th>{state}</Table.Th>
          <Table.Th>{claim}</Table.Th>
          <Table.Th>{entered}</Table.Th>
          <Table.Th>{contact}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.serialNumber}>
            <Table.Td className={classes.code ?? ''}>{row.serialNumber}</Table.Td>
            <Table.Td>
              <RegisteredBadge {...row} />
            </Table.Td>
            <Table.Td>{row.needsClaimCode ? texts.claimNeeded : texts.claimNone}</Table.Td>
            <Table.Td>
              <Entered {...row} />
            </Table.Td>
            <Table.Td>
              <LastConnected {...row} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function RegistryCards({ rows }: { rows: readonly RegistryEntry[] }) {
  return (
    <RowCards label={texts.table}>
      {rows.map((row) => (
        <RowCard key={row.serialNumber}>
          <RowCardHead>
            <span className={classes.code}>{row.serialNumber}</span>
            <RegisteredBadge {...row} />
          </RowCardHead>
          <RowCardFacts>
            <span>
              {texts.columns.claim}: {row.needsClaimCode ? texts.claimNeeded : texts.claimNone}
            </span>
            <span>
              {texts.columns.contact}: <LastConnected {...row} />
            </span>
          </RowCardFacts>
          <RowCardFacts>
            <span>
              {texts.columns.entered} <Entered {...row} />
            </span>
          </RowCardFacts>
        </RowCard>
      ))}
    </RowCards>
  );
}

const RegisteredBadge = ({ isRegistered }: RegistryEntry) => (
  <Badge color={isRegistered ? 'green' : 'gray'}>{isRegistered ? texts.registered : texts.notRegistered}</Badge>
);

const Entered = ({ enteredAt, enteredBy }: RegistryEntry) => (
  <>
    <Age at={enteredAt} /> {texts.enteredBy[enteredBy]}
  </>
);

const LastConnected = ({ lastConnectedAt }: RegistryEntry) =>
  lastConnectedAt === null ? texts.never : <Age at={lastConnectedAt} />;
