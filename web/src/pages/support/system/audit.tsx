import { AuditLogCard } from '#features/audit/audit-log-card.tsx';
import { supportPaths } from '#lib/support-paths.ts';
import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { auditRules } from '@trace/contract/audit/audit.rules';
import { auditTexts } from '@trace/contract/audit/audit.texts';
import { retentionTexts } from '@trace/contract/retention/retention.texts';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** The audit log (AUD-01). The address holds the search. */
export default function AuditPage() {
  const { q = '' } = useSearch({ from: '/support-area/support/audit' });
  const navigate = useNavigate({ from: '/support/audit' });
  return (
    <SupportPage
      title={auditTexts.title}
      context={auditTexts.context}
      right={
        <Button component={Link} to={supportPaths.retention} variant="default">
          {retentionTexts.title}
        </Button>
      }
    >
      <AuditLogCard
        search={q.slice(0, auditRules.searchMaxLength)}
        onSearch={(search) => void navigate({ search: readDeskSearch({ q: search }), replace: true })}
      />
    </SupportPage>
  );
}
