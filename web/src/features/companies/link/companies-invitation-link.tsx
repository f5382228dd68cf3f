import { failureWords } from '#lib/http/api.ts';
import { useNow } from '#lib/now.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge, Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Company, InvitationLink } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import type { ReactNode } from 'react';
import classes from './companies-invitation-link.module.css';
import { CompaniesLinkField } from './companies-link-field.tsx';
import { useMakeLink } from './companies-link-actions.ts';
import { formatLinkExpiry } from './companies-link-expiry.ts';
import { invitationLinkQuery } from '../companies.queries.ts';

interface CompaniesInvitationLinkProps {
  company: Company;
  /** Shown below the current link. */
  renderMore: (link: InvitationLink) => ReactNode;
}

/** The current link, or the button to create a link (COMP-07). */
export function CompaniesInvitationLink({ company, renderMore }: CompaniesInvitationLinkProps) {
  const { data: link, error, refetch } = useQuery(invitationLinkQuery(company.id));
  return (
    <SectionCard title={texts.linkTitle} aside={link !== undefined && <LinkBadge isActive={link !== null} />}>
      {link && (
        <>
          <p className={classes.text}>{texts.linkText(company.name)}</p>
          <CompaniesLinkField companyId={company.id} link={link} />
          {renderMore(link)}
        </>
      )}
      {link === null && <NoLink companyId={company.id} />}
      {link === undefined && !error && <LoadingText>{texts.linkLoading}</LoadingText>}
      {link === undefined && error && (
        <EmptyState
          icon={IconLink}
          text={`${texts.linkFailedToLoad} ${failureWords(error)}`}
          action={<Button onClick={() => void refetch()}>{texts.tryAgain}</Button>}
        />
      )}
    </SectionCard>
  );
}

function LinkBadge({ isActive }: { isActive: boolean }) {
  return <Badge color={isActive ? 'green' : 'gray'}>{isActive ? texts.linkActive : texts.linkNone}</Badge>;
}

function NoLink({ companyId }: { companyId: string }) {
  const making = useMakeLink(companyId);
  return (
    <>
      <p className={classes.text}>{texts.linkEmpty}</p>
      <Button
        leftSection={<IconLink size={17} stroke={1.7} />}
        loading={making.isPending}
        onClick={() => making.mutate()}
      >
        {texts.createLink}
      </Button>
    </>
  );
}

/** A single line: how often the link was used, and when the link ends. */
export function CompaniesLinkUse({ link }: { link: InvitationLink }) {
  const nowMs = useNow('halfMinute');
  return <p className={classes.use}>{texts.linkUse(link.uses, formatLinkExpiry(link.endsAt, nowMs), link.maxUses)}</p>;
}
