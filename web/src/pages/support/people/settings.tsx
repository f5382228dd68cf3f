import { AccountsSettings } from '#features/accounts/accounts-settings.tsx';
import { AuthSecuritySection } from '#features/auth/auth-security-section.tsx';
import { AuthSessionsSection } from '#features/auth/sessions/auth-sessions-section.tsx';
import { useZoneChanges } from '#lib/session/session.ts';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { SupportPage } from '../support-page.tsx';

/** Account settings of support staff (AUTH-15, SESS-05, SET-01). Staff have no alerts. */
export default function SupportSettingsPage() {
  useZoneChanges();
  const security = (
    <>
      <AuthSecuritySection />
      <AuthSessionsSection />
    </>
  );
  return (
    <SupportPage title={accountsTexts.title} context={accountsTexts.context}>
      <AccountsSettings parts={[{ id: 'security', name: accountsTexts.parts.security, content: security }]} />
    </SupportPage>
  );
}
