import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import type { PanicContact } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import { showContactsFailure, useRemoveContact } from './panic-contacts.queries.ts';

interface RemoveDialogProps {
  contact: PanicContact;
  isOpen: boolean;
  onRemoved: () => void;
  onClose: () => void;
  onClosed: () => void;
}

export default function PanicContactsRemoveDialog({
  contact,
  isOpen,
  onRemoved,
  onClose,
  onClosed,
}: RemoveDialogProps) {
  const remove = useRemoveContact();
  const confirm = () =>
    remove.mutate(contact, {
      onSuccess: onRemoved,
      onError: (error) => showContactsFailure(error, texts.removeFailed),
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={texts.removeTitle(contact.name)}
      confirmLabel={texts.remove}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
      onClosed={onClosed}
    >
      {texts.removeQuestion(contact.name)}
    </ConfirmDialog>
  );
}
