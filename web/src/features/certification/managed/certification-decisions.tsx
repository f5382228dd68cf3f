import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import type { ManagedCertification } from '@trace/contract/certification/certification.staff.schema';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { RevokeCertificationDialog } from './certification-revoke-dialog.tsx';
import { useConfirmClaim, useReleaseCertification } from './certification.managed.queries.ts';

export interface Decision {
  readonly kind: 'confirm' | 'release' | 'revoke';
  readonly certification: ManagedCertification;
}

interface CertificationDecisionsProps {
  decision: Decision | null;
  onClose: () => void;
}

/** Asks before a decision and names its effect. */
export function CertificationDecisions({ decision, onClose }: CertificationDecisionsProps) {
  const confirm = useConfirmClaim();
  const release = useReleaseCertification();
  const { number = '', claim = null, state } = decision?.certification ?? {};
  if (decision?.kind === 'revoke')
    return <RevokeCertificationDialog certification={decision.certification} onClose={onClose} />;
  return (
    <>
      <ConfirmDialog
        isOpen={decision?.kind === 'confirm'}
        title={texts.confirmTitle(number)}
        confirmLabel={texts.confirm}
        isWorking={confirm.isPending}
        onConfirm={() => confirm.run(number, onClose)}
        onClose={onClose}
      >
        {texts.confirmText(claim?.email ?? null, state === 'ended')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={decision?.kind === 'release'}
        title={texts.releaseTitle(number)}
        confirmLabel={texts.release}
        isWorking={release.isPending}
        onConfirm={() => release.run(number, onClose)}
        onClose={onClose}
      >
        {texts.releaseText}
      </ConfirmDialog>
    </>
  );
}
