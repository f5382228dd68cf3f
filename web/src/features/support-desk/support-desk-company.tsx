import { FactRow, FactRows } from '#ui/data/fact-rows.tsx';
import { formatExact } from '#lib/format.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { supportPaths } from '#lib/support-paths.ts';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DeskCompanyPage } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { PersonLink } from './support-desk-facts.tsx';
import { Loaded } from './support-desk-loaded.tsx';
import { companyQuery } from './support-desk.queries.ts';
import classes from './support-desk.module.css';

const texts = supportDeskTexts.company;

/** A company with its contact details, counts and people (SUPP-01). */
export function DeskCompany({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(companyQuery(id))} failed={supportDeskTexts.companies.failed} notFound={texts.notFound}>
      {(company) => (
        <div className={classes.page}>
          <SectionCard title={company.name} aside={<DevicesLink company={company} />} isFlush>
            <FactRows>
              <FactRow name={texts.email}>{company.email}</FactRow>
              <FactRow name={texts.phone}>{company.phone}</FactRow>
              <FactRow name={texts.website}>{company.website}</FactRow>
              <FactRow name={texts.abnAcn}>{company.abnAcn}</FactRow>
              <FactRow name={texts.address}>{company.address}</FactRow>
              <FactRow name={texts.customers}>{company.customers.toLocaleString('en')}</FactRow>
              <FactRow name={texts.created}>{formatExact(company.createdAt)}</FactRow>
            </FactRows>
          </SectionCard>
          <SectionCard title={texts.people} aside={texts.members(company.members)} isFlush>
            <ul className={classes.list}>
              {company.people.map((person) => (
                <li key={person.id} className={classes.row}>
                  <PersonLink {...person} />
                  <Badge color="gray">{person.id === company.owner.id ? texts.owner : texts.employee}</Badge>
                </li>
              ))}
            </ul>
            {company.members > company.people.length && (
              <p className={classes.none}>{texts.morePeople(company.people.length, company.members)}</p>
            )}
          </SectionCard>
        </div>
      )}
    </Loaded>
  );
}

function DevicesLink({ company: { id, devices } }: { company: DeskCompanyPage }) {
  if (devices === 0) return texts.devices(0);
  return (
    <Link to={supportPaths.devices} search={{ company: id }} className={classes.link ?? ''}>
      {texts.showDevices(devices)}
    </Link>
  );
}
