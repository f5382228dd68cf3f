import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import type { PanicContact } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import { showContactsFailure, useRemoveContact } from './panic-contacts.queries.ts';

interface RemoveDialogProps {
  contact: PanicContact;
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
}

export default function PanicContactsRemoveDialog({ contact, isOpen, onClose, onClosed }: RemoveDialogProps) {
  const remove = useRemoveContact();
  const confirm = () =>
    remove.mutate(contact, {
      onSuccess: onClose,
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
