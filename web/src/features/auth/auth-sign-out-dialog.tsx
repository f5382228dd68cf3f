import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { outboxTexts as texts } from '@trace/contract/devices/registration/devices.outbox.texts';

interface SignOutDialogProps {
  /** How many saved registrations signing out deletes. */
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before signing out deletes registrations that were never sent (PWA-01). */
export default function AuthSignOutDialog({ count, onConfirm, onClose }: SignOutDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      title={texts.logoutTitle}
      confirmLabel={texts.logoutConfirm}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {texts.logoutText(count)}
    </ConfirmDialog>
  );
}
