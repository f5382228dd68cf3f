import { whenSettled } from '#ui/controls/fields.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { newUpdateDefaults } from '@trace/contract/recent-updates/recent-updates.rules';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import { UpdateForm } from './recent-updates-form.tsx';
import { useCreateUpdate } from './recent-updates.managed.queries.ts';

const atStart = { title: '', description: '', ...newUpdateDefaults, outage: null };

/** Add Update (UPD-01). */
export function CreateUpdateDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync, isPending, error } = useCreateUpdate();
  return (
    <Dialog isOpen isTall size="md" title={texts.createTitle} onClose={onClose}>
      <UpdateForm
        initial={atStart}
        submitLabel={texts.create}
        isSending={isPending}
        error={error}
        failed={texts.createFailed}
        onSend={(fields) => whenSettled(mutateAsync(fields, { onSuccess: onClose }))}
        onCancel={onClose}
        actions={(buttons) => <DialogActions>{buttons}</DialogActions>}
      />
    </Dialog>
  );
}
