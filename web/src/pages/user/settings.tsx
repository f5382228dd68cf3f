import { AccountsSettings } from '#features/accounts/accounts-settings.tsx';
import { AlertsSettingsCard } from '#features/alerts/alerts-settings-card.tsx';
import { AuthSecuritySection } from '#features/auth/auth-security-section.tsx';
import { AuthSessionsSection } from '#features/auth/sessions/auth-sessions-section.tsx';
import { CompaniesMembershipCard } from '#features/companies/customers/companies-membership-card.tsx';
import { devicesQuery } from '#features/devices/devices.queries.ts';
import { PanicDrillsCard } from '#features/panic/panic-drills-card.tsx';
import { useHasOwnIncident } from '#features/panic/incident/panic-own-incident.ts';
import { PanicLink } from '#features/panic/incident/panic-link.tsx';
import { PanicContactsCard } from '#features/panic-contacts/panic-contacts-card.tsx';
import { LocationAccessLink } from '#features/location-access/requests/location-access-link.tsx';
import { TicketsLink } from '#features/tickets/tickets-link.tsx';
import { paths } from '#lib/paths.ts';
import { useZoneChanges } from '#lib/session/session.ts';
import { useCustomerCompany } from '#pages/area-brand.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { useQuery } from '@tanstack/react-query';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { alertsTexts } from '@trace/contract/alerts/alerts.texts';
import { companyCustomersTexts } from '@trace/contract/companies/companies.customers.texts';
import { drillTexts } from '@trace/contract/panic/drills/panic.drills.texts';
import { panicPagesTexts } from '@trace/contract/panic/panic.pages.texts';
import { panicContactsTexts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { ownTicketsTexts } from '@trace/contract/tickets/tickets.texts';
import { UserPlan } from './user-plan.tsx';

/** Drills of the user's own devices. */
function Drills() {
  const { data } = useQuery(devicesQuery);
  return <PanicDrillsCard devices={data ?? null} />;
}

/** Account settings of an end user. */
export default function UserSettingsPage() {
  useZoneChanges();
  const { parts } = accountsTexts;
  const { company } = useCustomerCompany();
  const isEmergency = useHasOwnIncident();
  const companyPart = company && {
    id: 'company',
    name: companyCustomersTexts.own,
    content: <CompaniesMembershipCard company={company} />,
  };
  const security = (
    <>
      <AuthSecuritySection />
      <AuthSessionsSection />
    </>
  );
  return (
    <AreaPage title={accountsTexts.title} context={accountsTexts.context}>
      <AccountsSettings
        parts={[
          { id: 'alerts', name: alertsTexts.title, content: <AlertsSettingsCard /> },
          {
            id: 'incidents',
            name: panicPagesTexts.title,
            content: <PanicLink to={paths.userIncidents} note={panicPagesTexts.lead} />,
          },
          {
            id: 'panic-contacts',
            name: panicContactsTexts.title,
            content: <PanicContactsCard company={company?.name ?? null} />,
          },
          { id: 'panic-drills', name: drillTexts.title, content: <Drills /> },
          { id: 'security', name: parts.security, content: security },
          { id: 'privacy', name: parts.privacy, content: <LocationAccessLink isEmergency={isEmergency} /> },
          { id: 'requests', name: ownTicketsTexts.page, content: <TicketsLink to={paths.userRequests} /> },
          ...(companyPart ? [companyPart] : []),
          { id: 'subscription', name: subscriptionTexts.title, content: <UserPlan /> },
        ]}
      />
    </AreaPage>
  );
}
