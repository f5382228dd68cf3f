import { formatDay } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { AmberNotice } from '#ui/amber-notice.tsx';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OwnCertification } from '@trace/contract/certification/certification.schema';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { CertificationTraining } from './certification-training.tsx';
import { ownCertificationQuery } from './certification.queries.ts';

/** Tells an installer that the certification ends or has ended, and what that means (CERT-09). */
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

function wordsOf({ number, reason, endsAt, servicingUntil }: OwnCertification, nowMs: number): string {
  const day = (at: string | null): string => (at === null ? '' : formatDay(at, nowMs));
  if (reason === null || servicingUntil === null) return certificationTexts.expiring(number, day(endsAt));
  const { endedBecause, servicing, servicingOver } = certificationTexts;
  const words = Date.parse(servicingUntil) > nowMs ? servicing : servicingOver;
  return words(number, endedBecause[reason], day(endsAt), day(servicingUntil));
}
