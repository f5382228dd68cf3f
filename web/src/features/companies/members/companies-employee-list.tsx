import { DataTable } from '#ui/data/table/data-table.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { RowCard, RowCards } from '#ui/data/table/row-cards.tsx';
import { Table } from '@mantine/core';
import type { Company, Member } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { CompaniesEmployeeMenu } from './companies-employee-menu.tsx';
import classes from './companies-employees.module.css';
import { MemberDevices, MemberName, MemberSince, MemberStatusBadge } from './companies-member-cells.tsx';

interface EmployeeListProps {
  company: Company;
  members: readonly Member[];
  isOwner: boolean;
}

/** A table, on a phone a card per member. Only the owner has actions here. */
export function CompaniesEmployeeList(props: EmployeeListProps) {
  const isPhone = useIsPhone();
  return isPhone ? <EmployeeCards {...props} /> : <EmployeeTable {...props} />;
}

function EmployeeTable({ company, members, isOwner }: EmployeeListProps) {
  const { columns } = texts;
  return (
    <DataTable minWidth={600} label={companiesTexts.tabs.employees} columnGap="md">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{columns.name}</Table.Th>
          <Table.Th>{columns.status}</Table.Th>
          <Table.Th>{columns.since}</Table.Th>
          <Table.Th className={classes.number ?? ''}>{columns.devices}</Table.Th>
          {isOwner && <Table.Th className={classes.number ?? ''}>{columns.actions}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map((member) => (
          <Table.Tr key={member.id}>
            <Table.Td>
              <MemberName member={member} />
            </Table.Td>
            <Table.Td>
              <MemberStatusBadge status={member.status} />
            </Table.Td>
            <Table.Td className={classes.since ?? ''}>
              <MemberSince member={member} />
            </Table.Td>
            <Table.Td className={classes.number ?? ''}>
              <MemberDevices count={member.devices} />
            </Table.Td>
            {isOwner && (
              <Table.Td>
                <CompaniesEmployeeMenu company={company} members={members} member={member} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function EmployeeCards({ company, members, isOwner }: EmployeeListProps) {
  return (
    <RowCards label={companiesTexts.tabs.employees}>
      {members.map((member) => (
        <RowCard key={member.id} className={classes.card}>
          <div className={classes.head}>
            <MemberName member={member} />
            <MemberStatusBadge status={member.status} />
          </div>
          <div className={classes.foot}>
            <p className={classes.facts}>
              <MemberSince member={member} />
              <span>
                {texts.columns.devices}: <MemberDevices count={member.devices} />
              </span>
            </p>
            {isOwner && <CompaniesEmployeeMenu company={company} members={members} member={member} />}
          </div>
        </RowCard>
      ))}
    </RowCards>
  );
}
