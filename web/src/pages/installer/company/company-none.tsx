import { CompaniesCreate } from '#features/companies/details/companies-details.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Button, Card } from '@mantine/core';
import { IconLinkOff, IconUsers, type TablerIcon } from '@tabler/icons-react';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import classes from './company.module.css';
import { CompanyTabs, useCompanyTab } from './company-tabs.tsx';

/** Shown without a company: the form to create a company. The other tabs say why they are empty and link back. */
export function CompanyNone() {
  return (
    <CompanyTabs
      kept="details"
      panels={{
        details: (
          <div className={classes.narrow}>
            <CompaniesCreate />
          </div>
        ),
        employees: <NothingYet icon={IconUsers} words={texts.noCompanyEmployees} />,
        invitations: <NothingYet icon={IconLinkOff} words={companiesTexts.linkRefused} />,
      }}
    />
  );
}

function NothingYet({ icon, words }: { icon: TablerIcon; words: string }) {
  const { openTab } = useCompanyTab();
  return (
    <Card>
      <EmptyState
        icon={icon}
        text={words}
        action={
          <Button variant="light" onClick={() => openTab('details')}>
            {texts.toDetails}
          </Button>
        }
      />
    </Card>
  );
}
