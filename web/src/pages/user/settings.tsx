import { AccountsSettings } from '#features/accounts/accounts-settings.tsx';
import { AlertsSettingsCard } from '#features/alerts/alerts-settings-card.tsx';
import { AuthSecuritySection } from '#features/auth/auth-security-section.tsx';
import { AuthSessionsSection } from '#features/auth/sessions/auth-sessions-section.tsx';
import { LocationAccessLink } from '#features/location-access/requests/location-access-link.tsx';
import { useZoneChanges } from '#lib/session/session.ts';
import { AreaPage } from '#pages/area-page.tsx';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';

/** Account settings of an end user. */
export default function UserSettingsPage() {
  useZoneChanges();
  return (
    <AreaPage area="user" title={accountsTexts.title} context={accountsTexts.context}>
      <AccountsSettings
        security={
          <>
            <AlertsSettingsCard />
            <AuthSecuritySection />
            <AuthSessionsSection />
            <LocationAccessLink />
          </>
        }
      />
    </AreaPage>
  );
}
