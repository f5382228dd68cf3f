import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { Age } from '#ui/data/age.tsx';
import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import type { InvitationToMe } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { useAnswerInvitation } from './companies-employee-actions.ts';
import classes from './companies-invitations.module.css';

interface CompaniesInvitationsProps {
  invitations: readonly InvitationToMe[];
  /** A member of a company must leave the company before accepting (COMP-09). */
  hasCompany: boolean;
}

/** The pending invitations, shown before all other content (COMP-01). */
export function CompaniesInvitations({ invitations, hasCompany }: CompaniesInvitationsProps) {
  return invitations.map((invitation) => (
    <PendingInvitation key={invitation.id} invitation={invitation} hasCompany={hasCompany} />
  ));
}

function PendingInvitation({ invitation, hasCompany }: { invitation: InvitationToMe; hasCompany: boolean }) {
  const answering = useAnswerInvitation(invitation);
  const { name } = invitation.company;
  const answer = (status: 'accepted' | 'declined') => answering.mutate({ status });
  const isSending = (status: 'accepted' | 'declined') => answering.isPending && answering.variables.status === status;
  return (
    <AmberNotice
      label={texts.invitesYou(name)}
      icon={IconBuildingStore}
      title={texts.invitesYou(name)}
      actions={
        <>
          <Button
            variant="default"
            aria-label={texts.declineOf(name)}
            loading={isSending('declined')}
            onClick={() => answer('declined')}
          >
            {texts.decline}
          </Button>
          {!hasCompany && (
            <Button
              aria-label={texts.acceptOf(name)}
              loading={isSending('accepted')}
              onClick={() => answer('accepted')}
            >
              {texts.accept}
            </Button>
          )}
        </>
      }
    >
      <p className={classes.words}>
        {hasCompany ? companiesTexts.inCompany : texts.invitesYouText}{' '}
        <Age at={invitation.invitedAt} prefix={texts.invited} />.
      </p>
    </AmberNotice>
  );
}
