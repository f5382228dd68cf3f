import { formatDay } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { HeldCertification, OwnCertification } from '@trace/contract/certification/certification.schema';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { CertificationTraining } from './certification-training.tsx';
import { ownCertificationQuery } from './certification.queries.ts';

/**
 * Shows an installer that the certification ends, has ended, is unconfirmed or is missing, with the next step (CERT-09
 * CERT-10).
 */
export function CertificationNotice() {
  const nowMs = useNow('halfMinute');
  const certification = useQuery(ownCertificationQuery).data?.certification;
  if (!certification || certification.state === 'valid') return null;
  const title = certificationTexts.noticeTitle[certification.state];
  return (
    <AmberNotice label={title} icon={IconCertificate} title={title} actions={<CertificationTraining />}>
      {wordsOf(certification, nowMs)}
    </AmberNotice>
  );
}

function wordsOf(certification: OwnCertification, nowMs: number): string {
  const { awaiting, missingBecause, missingNext } = certificationTexts;
  if (certification.state === 'awaiting_confirmation') return awaiting(formatDay(certification.until, nowMs));
  if (certification.state === 'missing') return `${missingBecause[certification.reason]} ${missingNext}`;
  return heldWords(certification, nowMs);
}

function heldWords({ number, reason, endsAt, servicingUntil }: HeldCertification, nowMs: number): string {
  // The last day on which it counts. A certification that ends with a day ends at the next midnight.
  const day = (at: string | null): string => (at === null ? '' : formatDay(Date.parse(at) - 1, nowMs));
  if (reason === null || servicingUntil === null) return certificationTexts.expiring(number, day(endsAt));
  const { endedBecause, servicing, servicingOver } = certificationTexts;
  const words = Date.parse(servicingUntil) > nowMs ? servicing : servicingOver;
  return words(number, endedBecause[reason], day(endsAt), day(servicingUntil));
}
