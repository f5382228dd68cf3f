import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import { useCancelAssignment, useEndAssignment } from './devices.assign.queries.ts';

interface DevicesEndAssignmentProps {
  serial: string;
  name: string;
  /** The user's name or address. */
  user: string;
  /** The address has no account yet. */
  isWaiting: boolean;
  onClose: () => void;
}

/** Asks for confirmation before a device is unassigned from its user, or before a pending assignment is cancelled. */
export function DevicesEndAssignment({ serial, name, user, isWaiting, onClose }: DevicesEndAssignmentProps) {
  const ending = useEndAssignment(serial);
  const cancelling = useCancelAssignment(serial);
  const change = isWaiting ? cancelling : ending;
  const label = isWaiting ? texts.cancel : texts.end;
  return (
    <ConfirmDialog
      isOpen
      title={`${label}: ${name}?`}
      confirmLabel={label}
      isWorking={change.isPending}
      onConfirm={() => change.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      {isWaiting ? deviceTableTexts.cancelAsk(name, user) : deviceTableTexts.endAsk(name, user)}
    </ConfirmDialog>
  );
}
