import { CompaniesInvitations } from '#features/companies/members/companies-invitations.tsx';
import { ownCompanyQuery } from '#features/companies/companies.own.queries.ts';
import { failureWords } from '#lib/http/api.ts';
import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Card } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { getOwnCompany } from '@trace/contract/companies/companies.api';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import classes from './company.module.css';
import { CompanyNone } from './company-none.tsx';
import { CompanyOwn } from './company-own.tsx';
import { useCompanyTab } from './company-tabs.tsx';

/** Company settings: the owner edits, an employee reads, and a user without a company creates a company (COMP-01). */
export default function InstallerCompanyPage() {
  useZoneChanges();
  const { data, error, refetch } = useQuery(ownCompanyQuery);
  const { tab } = useCompanyTab();
  const own = data?.own ?? null;
  return (
    <AreaPage
      title={companiesTexts.title}
      {...(isOfCompany(own) && { tabTitle: companiesTexts.tabs[tab] })}
      context={contextOf(own)}
    >
      {data && (
        <div className={classes.page}>
          <CompaniesInvitations invitations={data.invitations} hasCompany={data.own !== null} />
          {isOfCompany(data.own) ? (
            // The `key` resets open forms and typed text when the company or the user's role changes.
            <CompanyOwn key={`${data.own.company.id} ${data.own.relation}`} {...data.own} />
          ) : (
            <CompanyNone />
          )}
        </div>
      )}
      {!data && !error && <LoadingText>{texts.loading}</LoadingText>}
      {!data && error && (
        <Card role="alert">
          <EmptyState
            icon={IconPlugConnectedX}
            text={`${texts.loadFailed} ${failureWords(error)}`}
            action={<Button onClick={() => void refetch()}>{texts.tryAgain}</Button>}
          />
        </Card>
      )}
    </AreaPage>
  );
}

type Own = AnswerOf<typeof getOwnCompany>['own'];

/** Customers are users; this area is the installers'. */
function isOfCompany(own: Own): own is Exclude<Own, null | { relation: 'customer' }> {
  return own !== null && own.relation !== 'customer';
}

function contextOf(own: Own): string {
  if (!isOfCompany(own)) return companiesTexts.context;
  return texts.contexts[own.relation](own.company.name);
}
