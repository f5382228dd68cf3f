import { failureWords } from '#lib/http/api.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Company, Member } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { CompaniesEmployeeList } from './companies-employee-list.tsx';
import { CompaniesInviteForm } from './companies-invite-form.tsx';
import { membersQuery } from '../companies.queries.ts';

interface CompaniesEmployeesProps {
  company: Company;
  /** The owner invites, removes and hands over; an employee reads (COMP-01 COMP-05). */
  isOwner: boolean;
}

/** Members and invitations in a single list, with the invitation form below. */
export function CompaniesEmployees({ company, isOwner }: CompaniesEmployeesProps) {
  const { data: members, error, refetch } = useQuery(membersQuery(company.id));
  return (
    <SectionCard title={companiesTexts.tabs.employees} isFlush aside={members && countWords(members)}>
      {members && <CompaniesEmployeeList company={company} members={members} isOwner={isOwner} />}
      {!members && !error && <LoadingText>{texts.employeesLoading}</LoadingText>}
      {!members && error && (
        <EmptyState
          icon={IconUsers}
          text={`${texts.employeesFailed} ${failureWords(error)}`}
          action={<Button onClick={() => void refetch()}>{texts.tryAgain}</Button>}
        />
      )}
      {isOwner && <CompaniesInviteForm companyId={company.id} />}
    </SectionCard>
  );
}

function countWords(members: readonly Member[]): string {
  const count = (...statuses: Member['status'][]) => members.filter(({ status }) => statuses.includes(status)).length;
  return texts.counts(count('owner', 'accepted'), count('pending'));
}
