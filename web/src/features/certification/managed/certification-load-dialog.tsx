import { CsvLoadDialog } from '#ui/dialogs/csv-load-dialog.tsx';
import { managedCertificationRules } from '@trace/contract/certification/certification.rules';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { useLoadCertifications } from './certification.managed.queries.ts';

/** Loads the file of the training provider, after a dry run (CERT-08). */
export function LoadCertificationsDialog({ onClose }: { onClose: () => void }) {
  return (
    <CsvLoadDialog
      title={texts.load}
      hint={texts.fileHint}
      nameLabel={texts.columns.number}
      mostBytes={managedCertificationRules.fileMostBytes}
      send={useLoadCertifications()}
      onClose={onClose}
    />
  );
}
