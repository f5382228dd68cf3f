import { supportPaths } from '#lib/support-paths.ts';
import { Age } from '#ui/data/age.tsx';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DeskPerson } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { PersonLink } from './support-desk-facts.tsx';
import classes from './support-desk.module.css';

const texts = supportDeskTexts.people;

/** The rows of a list of people, cards on a narrow screen. The name leads to the person's page. */
export function PeopleRows({ people, label }: { people: readonly DeskPerson[]; label: string }) {
  if (useIsNarrow()) {
    return (
      <RowCards label={label}>
        {people.map((person) => (
          <RowCard key={person.email}>
            <RowCardHead>
              <PersonOf person={person} />
              <Plan person={person} />
            </RowCardHead>
            <RowCardFacts>
              <span>{supportDeskTexts.company.devices(person.devices)}</span>
              <Age at={person.since} prefix={texts.columns.since} />
            </RowCardFacts>
          </RowCard>
        ))}
      </RowCards>
    );
  }
  return (
    <DataTable minWidth={760} label={label}>
      <Table.Thead>
        <Table.Tr>
          {Object.values(texts.columns).map((column) => (
            <Table.Th key={column}>{column}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((person) => (
          <Table.Tr key={person.email}>
            <Table.Td>
              <PersonOf person={person} />
            </Table.Td>
            <Table.Td>
              <Plan person={person} />
            </Table.Td>
            <Table.Td>{person.companyName ?? '–'}</Table.Td>
            <Table.Td>{person.devices.toLocaleString('en')}</Table.Td>
            <Table.Td>
              <Age at={person.since} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

/** An account leads to its page, an address without an account to its devices. */
function PersonOf({ person: { id, name, email } }: { person: DeskPerson }) {
  if (id !== null) return <PersonLink id={id} name={name ?? ''} email={email} />;
  return (
    <Link to={supportPaths.devices} search={{ q: email }} className={`${classes.link} ${classes.strong}`}>
      {email}
    </Link>
  );
}

function Plan({ person: { id, isPremium } }: { person: DeskPerson }) {
  if (id === null) return <Badge color="amber">{texts.noAccount}</Badge>;
  return <Badge color={isPremium ? 'petrol' : 'gray'}>{isPremium ? texts.premium : texts.free}</Badge>;
}
