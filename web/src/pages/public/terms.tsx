import { paths } from '#lib/paths.ts';
import { legalTexts, termsTexts } from '@trace/contract/accounts/accounts.terms.texts';
import { LegalPage } from './legal-page.tsx';

/** The address `/terms`. */
export default function TermsPage() {
  return <LegalPage document={termsTexts} other={{ to: paths.privacy, name: legalTexts.other.terms }} />;
}
