import { SectionCard } from '#ui/layout/section-card.tsx';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { logoPath } from '@trace/contract/companies/companies.card.rules';
import type { CompanyCard } from '@trace/contract/companies/companies.card.schema';
import { companySupportTexts as texts } from '@trace/contract/companies/companies.support.texts';
import { CompaniesLogo } from './details/companies-logo.tsx';
import classes from './companies-support-card.module.css';

/** UDASH-02: the support contact. Null: the devices belong to no company. */
export function CompaniesSupportCard({ company }: { company: CompanyCard | null }) {
  return (
    <SectionCard title={texts.title}>
      {company ? <Company company={company} /> : <p className={classes.none}>{texts.none}</p>}
    </SectionCard>
  );
}

function Company({ company: { name, email, phone, logoId } }: { company: CompanyCard }) {
  return (
    <>
      <div className={classes.lead}>
        <CompaniesLogo url={logoPath(logoId)} sizePx={44} />
        <div className={classes.words}>
          <p className={classes.name}>
            <bdi>{name}</bdi>
          </p>
          <p className={classes.note}>{texts.fitted}</p>
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
      </ul>
    </>
  );
}
