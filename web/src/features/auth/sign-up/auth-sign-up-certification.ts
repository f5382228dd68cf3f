import type { ReactNode } from 'react';

/** How far an installer's certification has come, as far as sign-up must know (CERT-06). */
export interface SignUpCertification {
  isVerified: boolean;
  /** What was typed by hand; empty when e-mail or name proved it. */
  number: string;
}

export const noCertification: SignUpCertification = { isVerified: false, number: '' };

interface CertificationSlot {
  applicant: { firstName: string; lastName: string; email: string };
  /** Told at every step, so that what is no longer verified holds the button back again. */
  onChange: (certification: SignUpCertification) => void;
}

/** The page puts the certification box here: features do not know each other. */
export type RenderCertification = (slot: CertificationSlot) => ReactNode;
