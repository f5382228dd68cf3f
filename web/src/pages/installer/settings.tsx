import { AccountsSettings } from '#features/accounts/accounts-settings.tsx';
import { AlertsSettingsCard } from '#features/alerts/alerts-settings-card.tsx';
import { AuthSecuritySection } from '#features/auth/auth-security-section.tsx';
import { AuthSessionsSection } from '#features/auth/sessions/auth-sessions-section.tsx';
import { ownCompanyQuery } from '#features/companies/companies.own.queries.ts';
import { PanicLink } from '#features/panic/incident/panic-link.tsx';
import { TicketsLink } from '#features/tickets/tickets-link.tsx';
import { paths } from '#lib/paths.ts';
import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { useQuery } from '@tanstack/react-query';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { alertsTexts } from '@trace/contract/alerts/alerts.texts';
import { panicPagesTexts } from '@trace/contract/panic/panic.pages.texts';
import { ownTicketsTexts } from '@trace/contract/tickets/tickets.texts';

/** Account settings of an installer. */
export default function InstallerSettingsPage() {
  useZoneChanges();
  const { data } = useQuery(ownCompanyQuery);
  const security = (
    <>
      <AuthSecuritySection />
      <AuthSessionsSection />
    </>
  );
  return (
    <AreaPage title={accountsTexts.title} context={accountsTexts.context}>
      <AccountsSettings
        company={data?.own?.company.name ?? null}
        parts={[
          { id: 'alerts', name: alertsTexts.title, content: <AlertsSettingsCard /> },
          {
            id: 'incidents',
            name: panicPagesTexts.title,
            content: <PanicLink to={paths.installerIncidents} note={panicPagesTexts.leadInstaller} />,
          },
          { id: 'security', name: accountsTexts.parts.security, content: security },
          { id: 'requests', name: ownTicketsTexts.page, content: <TicketsLink to={paths.installerRequests} /> },
        ]}
      />
    </AreaPage>
  );
}
