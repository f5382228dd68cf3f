import { AuditLogCard } from '#features/audit/audit-log-card.tsx';
import { supportPaths } from '#lib/support-paths.ts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { auditTexts } from '@trace/contract/audit/audit.texts';
import { retentionTexts } from '@trace/contract/retention/retention.texts';
import { SupportPage } from './support-page.tsx';

/** The audit log (AUD-01). */
export default function AuditPage() {
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
      <AuditLogCard />
    </SupportPage>
  );
}
