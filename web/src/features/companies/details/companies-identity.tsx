import { formatMonthOf } from '#lib/format.ts';
import { Card } from '@mantine/core';
import { logoPath } from '@trace/contract/companies/companies.card.rules';
import type { Company } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import type { ReactNode } from 'react';
import classes from './companies-identity.module.css';
import { CompaniesLogo } from './companies-logo.tsx';

/** The company's identity. `action` is the user's action for the whole company. */
export function CompaniesIdentity({ company, action }: { company: Company; action: ReactNode }) {
  const { name, logoId, createdAt } = company;
  return (
    <Card component="section" aria-label={name}>
      <div className={classes.identity}>
        <div className={classes.lead}>
          <CompaniesLogo url={logoPath(logoId)} alt={texts.logoOf(name)} />
          <div className={classes.words}>
            <h2 className={classes.name}>
              <bdi>{name}</bdi>
            </h2>
            <p className={classes.facts}>{texts.facts(company, formatMonthOf(createdAt))}</p>
          </div>
        </div>
        {action}
      </div>
    </Card>
  );
}
