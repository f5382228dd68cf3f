import { showToast } from '#ui/dialogs/toast.tsx';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { useDownload } from './firmware.release.queries.ts';
import classes from './firmware-files.module.css';

const texts = firmwareScreenTexts.list;

export type ReleaseAction = 'publish' | 'rollOut' | 'delete';
export type OnReleaseAction = (action: ReleaseAction, release: Release) => void;

/** The reason why a release cannot be deleted, or null (FWM-03). */
export const inUseReason = ({ usedByRollouts, usedByDevices }: Release): string | null =>
  usedByRollouts + usedByDevices === 0 ? null : texts.inUse(usedByRollouts, usedByDevices);

/** The next step of a release, its image, and its end. */
export function FirmwareFileActions({ release, onAction }: { release: Release; onAction: OnReleaseAction }) {
  const { name, state } = release;
  const download = useDownload();
  return (
    <div className={classes.actions} role="group" aria-label={texts.actionsOf(name)}>
      {state === 'draft' && (
        <Button size="compact-sm" variant="default" onClick={() => onAction('publish', release)}>
          {texts.publish}
        </Button>
      )}
      {state === 'published' && (
        <Button size="compact-sm" variant="default" onClick={() => onAction('rollOut', release)}>
          {texts.rollOut}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={texts.downloadOf(name)}
        title={texts.download}
        loading={download.isPending}
        onClick={() => download.mutate({ release, what: 'image' })}
      >
        <IconDownload size={18} stroke={1.7} />
      </ActionIcon>
      {state !== 'withdrawn' && <DeleteButton release={release} onDelete={() => onAction('delete', release)} />}
    </div>
  );
}

/** A release in use keeps its button, which then says who uses it. */
function DeleteButton({ release, onDelete }: { release: Release; onDelete: () => void }) {
  const reason = inUseReason(release);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={texts.deleteOf(release.name)}
      title={reason ?? texts.delete}
      className={classes.inUse ?? ''}
      {...(reason !== null && { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason })}
      onClick={() => (reason === null ? onDelete() : showToast({ tone: 'info', about: 'firmware', text: reason }))}
    >
      <IconTrash size={18} stroke={1.7} />
    </ActionIcon>
  );
}
