import type { CompanyCard } from '@trace/contract/companies/companies.card.schema';
import { companyCustomersTexts as texts } from '@trace/contract/companies/companies.customers.texts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { CompaniesContact } from '../companies-support-card.tsx';
import { CompaniesLeave } from '../members/companies-leave.tsx';
import classes from './companies-membership-card.module.css';

/** COMP-10: the company that the user joined by its link, and the way out. */
export function CompaniesMembershipCard({ company }: { company: CompanyCard }) {
  return (
    <SectionCard title={texts.own}>
      <CompaniesContact company={company} note={texts.ownText(company.name)} />
      <div className={classes.actions}>
        <CompaniesLeave company={company} text={texts.leaveText(company.name)} />
      </div>
    </SectionCard>
  );
}
