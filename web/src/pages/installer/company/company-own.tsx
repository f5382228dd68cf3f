import { CompaniesCustomers } from '#features/companies/customers/companies-customers.tsx';
import { CompaniesDelete } from '#features/companies/details/companies-delete.tsx';
import { CompaniesDetails } from '#features/companies/details/companies-details.tsx';
import { CompaniesEmployees } from '#features/companies/members/companies-employees.tsx';
import { reloadCompanies } from '#features/companies/companies.queries.ts';
import { CompaniesIdentity } from '#features/companies/details/companies-identity.tsx';
import { CompaniesInvitationLink, CompaniesLinkUse } from '#features/companies/link/companies-invitation-link.tsx';
import { CompaniesLeave } from '#features/companies/members/companies-leave.tsx';
import { CompaniesLinkHistory } from '#features/companies/link/companies-link-history.tsx';
import { DevicesDepartedCard } from '#features/devices/assignment/devices-departed-card.tsx';
import { DevicesOutsideCard } from '#features/devices/assignment/devices-outside-card.tsx';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Company } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { useState } from 'react';
import classes from './company.module.css';
import { CompanyTabs, useCompanyTab } from './company-tabs.tsx';

interface CompanyOwnProps {
  company: Company;
  relation: 'owner' | 'member';
}

/** Shows the user's company: identity on top, then the tabs. */
export function CompanyOwn({ company, relation }: CompanyOwnProps) {
  const queryClient = useQueryClient();
  const isOwner = relation === 'owner';
  const { tab, openTab } = useCompanyTab();
  const [isEditing, setEditing] = useState(false);
  const edit = () => {
    setEditing(true);
    openTab('details');
  };
  const details = (isHere: boolean) => (
    <CompaniesDetails
      company={company}
      isOwner={isOwner}
      isEditing={isHere && isEditing}
      onEdited={() => setEditing(false)}
    />
  );
  return (
    <>
      <CompaniesIdentity
        company={company}
        action={
          isOwner ? (
            <EditButton isOff={isEditing && tab === 'details'} onClick={edit} />
          ) : (
            <CompaniesLeave company={company} />
          )
        }
      />
      <CompanyTabs
        // Another tab would otherwise discard the typed text.
        {...(isEditing && { kept: 'details' })}
        panels={{
          details: (
            <div className={classes.narrow}>
              {details(true)}
              {isOwner && <CompaniesDelete company={company} />}
            </div>
          ),
          employees: (
            <div className={classes.split}>
              <CompaniesEmployees company={company} isOwner={isOwner} />
              <div className={classes.column}>
                {isOwner && <DevicesDepartedCard companyId={company.id} />}
                <DevicesOutsideCard
                  company={company}
                  isOwner={isOwner}
                  onBrought={() => void reloadCompanies(queryClient)}
                />
                <CompaniesInvitationLink company={company} renderMore={(link) => <CompaniesLinkUse link={link} />} />
                {details(false)}
                {isOwner && <CompaniesDelete company={company} />}
              </div>
            </div>
          ),
          invitations: (
            <div className={classes.narrow}>
              <CompaniesInvitationLink company={company} renderMore={(link) => <CompaniesLinkHistory link={link} />} />
              {isOwner && <CompaniesCustomers company={company} />}
            </div>
          ),
        }}
      />
    </>
  );
}

/** Hidden while the form is open, because the form has its own Cancel. */
function EditButton({ isOff, onClick }: { isOff: boolean; onClick: () => void }) {
  if (isOff) return null;
  return (
    <Button variant="default" leftSection={<IconPencil size={17} stroke={1.7} />} onClick={onClick}>
      {texts.edit}
    </Button>
  );
}
