import { AuthFrame } from '#features/auth/sign-in/auth-frame.tsx';
import { PanicContactsConsent } from '#features/panic-contacts/consent/panic-contacts-consent.tsx';
import { paths } from '#lib/paths.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { claimPageTexts } from '@trace/contract/certification/certification.claim.texts';
import { consentTexts } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.texts';

/** `/panic-contact`, where the link in each message to a panic contact leads. */
export default function PanicContactPage() {
  const token = useLocation({ select: ({ state }) => state.contactToken });
  return (
    <AuthFrame title={consentTexts.title} foot={<Link to={paths.landing}>{claimPageTexts.toStart}</Link>}>
      <PanicContactsConsent key={token} token={token ?? ''} />
    </AuthFrame>
  );
}
