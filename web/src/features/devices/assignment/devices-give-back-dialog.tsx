import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { assignmentTexts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { belongingTexts } from '@trace/contract/devices/assignment/devices.belonging.texts';
import { useGiveBack } from './devices.pending-return.queries.ts';

interface GiveBackDialogProps {
  serial: string;
  name: string;
  /** The installer who gets the device back, if the page knows a name. */
  installer: string | null;
  onClose: () => void;
}

/** Lets a user give a device back to its installer (UDASH-05) and says who can see the device afterwards. */
export function DevicesGiveBackDialog({ serial, name, installer, onClose }: GiveBackDialogProps) {
  const giveBack = useGiveBack();
  return (
    <ConfirmDialog
      isOpen
      title={assignmentTexts.giveBackTitle(name)}
      confirmLabel={assignmentTexts.giveBack}
      isWorking={giveBack.isPending}
      onConfirm={() => giveBack.mutate(serial, { onSuccess: onClose })}
      onClose={onClose}
    >
      {assignmentTexts.giveBackNext(installer ?? belongingTexts.itsInstaller)}
    </ConfirmDialog>
  );
}
