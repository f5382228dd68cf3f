import { unverifiedCertification, type CertificationProgress } from '@trace/contract/certification/certification.rules';
import { useState } from 'react';
import { CertificationBox } from './certification-box.tsx';
import type { CertificationApplicant } from './certification.queries.ts';

interface SignUpSlot {
  applicant: CertificationApplicant;
  /** Called at every step with the verification state and the typed number. */
  onChange: (certification: { isVerified: boolean; number: string }) => void;
}

/** The box in the sign-up form. Restarts on every mount (CERT-01). */
export function CertificationSignUp({ applicant, onChange }: SignUpSlot) {
  const [progress, setProgress] = useState(unverifiedCertification);
  const change = (next: CertificationProgress) => {
    setProgress(next);
    onChange({ isVerified: next.state === 'verified', number: next.number });
  };
  return <CertificationBox applicant={applicant} state={progress} onChange={change} />;
}
