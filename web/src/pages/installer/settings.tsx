import { AccountsSettings } from '#features/accounts/accounts-settings.tsx';
import { AuthSecuritySection } from '#features/auth/auth-security-section.tsx';
import { AuthSessionsSection } from '#features/auth/auth-sessions-section.tsx';
import { AreaPage } from '#pages/area-page.tsx';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';

/** Account settings of an installer. */
export default function InstallerSettingsPage() {
  return (
    <AreaPage area="installer" title={accountsTexts.title} context={accountsTexts.context}>
      <AccountsSettings
        security={
          <>
            <AuthSecuritySection />
            <AuthSessionsSection />
          </>
        }
      />
    </AreaPage>
  );
}
