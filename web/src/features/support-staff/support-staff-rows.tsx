import { usePerson } from '#lib/session/session.ts';
import { Age } from '#ui/data/age.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { Initials } from '#ui/data/initials.tsx';
import { RowCard, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { Badge, Table } from '@mantine/core';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import type { StaffMember } from '@trace/contract/support-staff/support-staff.schema';
import { SupportStaffMenu } from './support-staff-menu.tsx';
import classes from './support-staff.module.css';

interface StaffRowsProps {
  staff: readonly StaffMember[];
  mayManage: boolean;
}

export function SupportStaffRows(props: StaffRowsProps) {
  return useIsPhone() ? <StaffCards {...props} /> : <StaffTable {...props} />;
}

function StaffTable({ staff, mayManage }: StaffRowsProps) {
  return (
    <DataTable minWidth={620} label={texts.title} endsInActions={mayManage}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.name}</Table.Th>
          <Table.Th>{texts.status}</Table.Th>
          <Table.Th>{texts.added}</Table.Th>
          {mayManage && <Table.Th>{texts.actions}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {staff.map((member) => (
          <Table.Tr key={member.id}>
            <Table.Td>
              <Name member={member} />
            </Table.Td>
            <Table.Td>
              <Status member={member} />
            </Table.Td>
            <Table.Td>
              <Age at={member.createdAt} />
            </Table.Td>
            {mayManage && (
              <Table.Td>
                <SupportStaffMenu member={member} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function StaffCards({ staff, mayManage }: StaffRowsProps) {
  return (
    <RowCards label={texts.title}>
      {staff.map((member) => (
        <RowCard key={member.id}>
          <RowCardHead>
            <Name member={member} />
            {mayManage && <SupportStaffMenu member={member} />}
          </RowCardHead>
          <div className={classes.facts}>
            <Status member={member} />
            <Age at={member.createdAt} prefix={texts.added} />
          </div>
        </RowCard>
      ))}
    </RowCards>
  );
}

function Name({ member: { id, fullName, email } }: { member: StaffMember }) {
  const isSelf = usePerson().id === id;
  return (
    <div className={classes.person}>
      <Initials name={fullName} />
      <div className={classes.words}>
        <p className={classes.name}>
          <bdi>{fullName}</bdi>
          {isSelf && <span className={classes.you}> ({texts.you})</span>}
        </p>
        <p className={classes.email}>{email}</p>
      </div>
    </div>
  );
}

function Status({ member: { isActive, isAdmin, isInvited } }: { member: StaffMember }) {
  return (
    <div className={classes.badges}>
      <Badge color={isActive ? 'green' : 'gray'}>{isActive ? texts.active : texts.inactive}</Badge>
      {isAdmin && <Badge color="petrol">{texts.admin}</Badge>}
      {isActive && isInvited && <Badge color="amber">{texts.invited}</Badge>}
    </div>
  );
}
