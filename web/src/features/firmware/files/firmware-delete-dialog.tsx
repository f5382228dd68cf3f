import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { useDeleteRelease } from './firmware.release.queries.ts';

const texts = firmwareScreenTexts.list;

/** Asks before a draft is deleted or a published release is withdrawn. */
export function FirmwareDeleteDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const { mutate, isPending } = useDeleteRelease();
  return (
    <ConfirmDialog
      isOpen
      title={texts.deleteTitle}
      confirmLabel={texts.delete}
      isWorking={isPending}
      onConfirm={() => mutate(release, { onSettled: onClose })}
      onClose={onClose}
    >
      {texts.deleteQuestion(release.name)} {release.state === 'draft' ? texts.deleteDraft : texts.deletePublished}
    </ConfirmDialog>
  );
}
