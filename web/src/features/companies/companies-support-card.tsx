import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconMail, IconPhone, IconWorld } from '@tabler/icons-react';
import { logoPath } from '@trace/contract/companies/companies.card.rules';
import type { CompanyCard } from '@trace/contract/companies/companies.card.schema';
import { companyCustomersTexts as customersTexts } from '@trace/contract/companies/companies.customers.texts';
import { companySupportTexts as texts } from '@trace/contract/companies/companies.support.texts';
import { CompaniesLogo } from './details/companies-logo.tsx';
import classes from './companies-support-card.module.css';

interface SupportCardProps {
  /** The company of the devices, otherwise the company whose customer the user is. Null: neither. */
  company: CompanyCard | null;
  /** Whether the user joined the company by its link and no device belongs to a company (COMP-10). */
  isCustomer: boolean;
}

/** UDASH-02: the support contact. */
export function CompaniesSupportCard({ company, isCustomer }: SupportCardProps) {
  const note = isCustomer ? customersTexts.support : texts.fitted;
  return (
    <SectionCard title={texts.title}>
      {company ? <CompaniesContact company={company} note={note} /> : <p className={classes.none}>{texts.none}</p>}
    </SectionCard>
  );
}

/** Logo, name and contact details of a company. */
export function CompaniesContact({ company, note }: { company: CompanyCard; note: string }) {
  const { name, email, phone, website, logoId } = company;
  return (
    <>
      <div className={classes.lead}>
        <CompaniesLogo url={logoPath(logoId)} sizePx={44} />
        <div className={classes.words}>
          <p className={classes.name}>
            <bdi>{name}</bdi>
          </p>
          <p className={classes.note}>{note}</p>
        </div>
      </div>
      <ul className={classes.ways}>
        {phone !== null && (
          <li>
            <IconPhone size={17} stroke={1.7} aria-hidden="true" />
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
          </li>
        )}
        <li>
          <IconMail size={17} stroke={1.7} aria-hidden="true" />
          <a href={`mailto:${email}`}>{email}</a>
        </li>
        {website !== null && (
          <li>
            <IconWorld size={17} stroke={1.7} aria-hidden="true" />
            <a href={website} target="_blank" rel="noopener noreferrer">
              {website.replace(/^https?:\/\//i, '')}
            </a>
          </li>
        )}
      </ul>
    </>
  );
}
