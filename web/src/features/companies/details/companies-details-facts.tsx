import { FactRow, FactRows } from '#ui/data/fact-rows.tsx';
import { isWebsite, shownAbnAcn } from '@trace/contract/companies/companies.rules';
import type { Company } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import classes from './companies-details-facts.module.css';

/** The details, as shown to every member of the company. */
export function CompaniesDetailsFacts({ company }: { company: Company }) {
  const { email, phone, website, abnAcn, address } = company;
  return (
    <FactRows>
      <FactRow name={texts.fields.email}>
        <a href={`mailto:${email}`} className={classes.link}>
          {email}
        </a>
      </FactRow>
      <FactRow name={texts.fields.phone}>
        {phone && (
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={classes.link}>
            {phone}
          </a>
        )}
      </FactRow>
      <FactRow name={texts.fields.website}>{website && <Website address={website} />}</FactRow>
      <FactRow name={texts.fields.abnAcn}>{abnAcn && shownAbnAcn(abnAcn)}</FactRow>
      <FactRow name={texts.fields.address}>{address && <bdi>{address}</bdi>}</FactRow>
    </FactRows>
  );
}

/** T47: shows an invalid web address as text, never as a link. */
function Website({ address }: { address: string }) {
  const words = address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (!isWebsite(address)) return <>{words}</>;
  return (
    <a href={address} className={classes.link} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
}
