import { isWebsite, shownAbnAcn } from '@trace/contract/companies/companies.rules';
import type { Company } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import type { ReactNode } from 'react';
import classes from './companies-details-facts.module.css';

/** The details, as shown to every member of the company. */
export function CompaniesDetailsFacts({ company }: { company: Company }) {
  const { email, phone, website, abnAcn, address } = company;
  return (
    <dl className={classes.facts}>
      <Fact term={texts.fields.email}>
        <a href={`mailto:${email}`}>{email}</a>
      </Fact>
      <Fact term={texts.fields.phone}>{phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}</Fact>
      <Fact term={texts.fields.website}>{website && <Website address={website} />}</Fact>
      <Fact term={texts.fields.abnAcn}>{abnAcn && shownAbnAcn(abnAcn)}</Fact>
      <Fact term={texts.fields.address}>{address && <bdi>{address}</bdi>}</Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd>{children ?? <span className={classes.none}>{texts.notGiven}</span>}</dd>
    </div>
  );
}

/** T47: shows an invalid web address as text, never as a link. */
function Website({ address }: { address: string }) {
  const words = address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (!isWebsite(address)) return <>{words}</>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
}
