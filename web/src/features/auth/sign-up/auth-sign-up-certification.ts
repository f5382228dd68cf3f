import type { ReactNode } from 'react';

/** How far an installer's certification has come, as far as sign-up must know (CERT-06). */
export interface SignUpCertification {
  isVerified: boolean;
  /** The typed certification number. Empty when email or name proved the certification. */
  number: string;
}

export const noCertification: SignUpCertification = { isVerified: false, number: '' };

interface CertificationSlot {
  applicant: { firstName: string; lastName: string; email: string };
  /** Called at every step, so that a lost verification disables the button again. */
  onChange: (certification: SignUpCertification) => void;
}

/** The page puts the certification box here: features do not know each other. */
export type RenderCertification = (slot: CertificationSlot) => ReactNode;
