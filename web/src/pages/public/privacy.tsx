import { paths } from '#lib/paths.ts';
import { privacyTexts } from '@trace/contract/accounts/accounts.privacy.texts';
import { legalTexts } from '@trace/contract/accounts/accounts.terms.texts';
import { LegalPage } from './legal-page.tsx';

/** The address `/privacy`. */
export default function PrivacyPage() {
  return <LegalPage document={privacyTexts} other={{ to: paths.terms, name: legalTexts.other.privacy }} />;
}
