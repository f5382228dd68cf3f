import { AuthFrame } from '#features/auth/sign-in/auth-frame.tsx';
import { CertificationClaim } from '#features/certification/certification-claim.tsx';
import { paths } from '#lib/paths.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { claimPageTexts } from '@trace/contract/certification/certification.claim.texts';

const { title, toStart } = claimPageTexts;

/** `/certification-claim`, where the link of the mail leads. */
export default function CertificationClaimPage() {
  const token = useLocation({ select: ({ state }) => state.claimToken });
  return (
    <AuthFrame title={title} foot={<Link to={paths.landing}>{toStart}</Link>}>
      <CertificationClaim token={token ?? ''} />
    </AuthFrame>
  );
}
