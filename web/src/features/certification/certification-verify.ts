import { failureWords, isRefusal } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import {
  unverifiedCertification,
  type CertificationProblem,
  type CertificationProgress,
} from '@trace/contract/certification/certification.rules';
import { isEmailAddress } from '@trace/contract/kernel/email-address';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { useEffect, useRef } from 'react';
import { askCertification, type CertificationApplicant } from './certification.queries.ts';

interface VerifyOptions {
  applicant: CertificationApplicant;
  progress: CertificationProgress;
  onChange: (progress: CertificationProgress) => void;
}

/** Returns the actions of the box: verify by email and name, verify by number, return to automatic verification. */
export function useCertificationVerify({ applicant, progress, onChange }: VerifyOptions) {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useStaleness(applicant, progress, () => {
    running.current?.abort();
    onChange({ ...progress, state: progress.problem === null ? 'unverified' : 'not_found' });
  });

  /** Runs a single look-up at a time. Ignores stale answers to an earlier look-up or for another applicant. */
  const ask = async (number: string | null, otherwise: { no: CertificationProblem; failed: CertificationProblem }) => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    onChange({ ...progress, state: 'verifying' });
    const end = await endOf(() => askCertification(tidied(applicant), number, signal), otherwise);
    if (signal.aborted) return;
    if (end === 'verified') {
      onChange({ state: 'verified', number: number ?? '', problem: null });
      showToast({ tone: 'done', about: 'certification', text: certificationTexts.verified });
    } else onChange(end === 'again' ? progress : { ...progress, state: 'not_found', problem: end });
  };

  return {
    auto: () => {
      if (isComplete(applicant)) void ask(null, { no: 'none_found', failed: 'lookup_failed' });
    },
    byNumber: () => {
      const number = progress.number.trim();
      if (number === '')
        return showToast({ tone: 'failed', about: 'certification', ...certificationTexts.missingNumber });
      if (isComplete(applicant)) void ask(number, { no: 'number_invalid', failed: 'number_failed' });
    },
    backToAuto: () => onChange(unverifiedCertification),
  };
}

const tidied = ({ firstName, lastName, email }: CertificationApplicant): CertificationApplicant => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim().toLowerCase(),
});

/** CERT-02: shows the missing information. Returns true when the input suffices for a look-up. */
function isComplete(applicant: CertificationApplicant): boolean {
  const { firstName, lastName, email } = tidied(applicant);
  if (firstName === '' || lastName === '' || email === '') {
    showToast({ tone: 'failed', about: 'certification', ...certificationTexts.missingInformation });
    return false;
  }
  const isEmail = isEmailAddress(email);
  if (!isEmail) showToast({ tone: 'failed', about: 'certification', text: certificationTexts.emailInvalid });
  return isEmail;
}

/** Returns the outcome of a look-up. `again` means that the server refused the look-up as too early. */
async function endOf(
  look: () => Promise<boolean>,
  otherwise: { no: CertificationProblem; failed: CertificationProblem },
): Promise<'verified' | 'again' | CertificationProblem> {
  try {
    return (await look()) ? 'verified' : otherwise.no;
  } catch (error) {
    if (!isRefusal(error, 'too_many_requests')) return otherwise.failed;
    showToast({ tone: 'failed', about: 'certification', text: failureWords(error) });
    return 'again';
  }
}

/** Calls `onStale` when the name or address changes during or after a verification. */
function useStaleness(applicant: CertificationApplicant, progress: CertificationProgress, onStale: () => void): void {
  const key = JSON.stringify(tidied(applicant));
  const known = useRef(key);
  useEffect(() => {
    if (known.current === key) return;
    known.current = key;
    if (progress.state === 'verified' || progress.state === 'verifying') onStale();
  });
}
