import { useNow } from '#lib/now.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { Release, Rollout } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { isOver } from '../rollouts/firmware-rollout-state.ts';
import { useDownload } from './firmware.release.queries.ts';
import classes from './firmware-files.module.css';

const texts = firmwareScreenTexts.list;

export type ReleaseAction = 'publish' | 'rollOut' | 'delete';
export type OnReleaseAction = (action: ReleaseAction, release: Release) => void;

/** The reason why a release cannot be deleted, or null (FWM-03). */
export const inUseReason = ({ usedByRollouts, usedByDevices }: Release): string | null =>
  usedByRollouts + usedByDevices === 0 ? null : texts.inUse(usedByRollouts, usedByDevices);

/** Devices and the server refuse a release whose manifest has expired. */
export const isExpired = ({ state, expiresAt }: Release, now: number): boolean =>
  state !== 'withdrawn' && Date.parse(expiresAt) <= now;

/** The reason why a draft cannot be published, or null (FWM-03). */
export const publishReason = (release: Release, now: number): string | null =>
  release.state === 'draft' && isExpired(release, now) ? texts.manifestExpired : null;

/** The reason why a published release cannot be rolled out, or null (FWM-03). */
export function rollOutReason(release: Release, rollouts: readonly Rollout[], now: number): string | null {
  const { state, model, channel } = release;
  if (state !== 'published') return null;
  if (isExpired(release, now)) return texts.signatureExpired;
  const other = rollouts.find((rollout) => rollout.model === model && rollout.channel === channel && !isOver(rollout));
  return other === undefined ? null : texts.otherRollout(other.version);
}

interface FirmwareFileActionsProps {
  release: Release;
  rollouts: readonly Rollout[];
  onAction: OnReleaseAction;
}

/** The next step of a release, its image, and its end. */
export function FirmwareFileActions({ release, rollouts, onAction }: FirmwareFileActionsProps) {
  const { name, state } = release;
  const download = useDownload();
  const now = useNow('halfMinute');
  return (
    <div className={classes.actions} role="group" aria-label={texts.actionsOf(name)}>
      {state === 'draft' && (
        <Button
          size="compact-sm"
          variant="default"
          {...unlessBlocked(publishReason(release, now), () => onAction('publish', release))}
        >
          {texts.publish}
        </Button>
      )}
      {state === 'published' && (
        <Button
          size="compact-sm"
          variant="default"
          {...unlessBlocked(rollOutReason(release, rollouts, now), () => onAction('rollOut', release))}
        >
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

/** A blocked button stays focusable and says why. A press shows the reason. */
const unlessBlocked = (reason: string | null, act: () => void) => ({
  ...(reason !== null && {
    'data-disabled': true,
    'aria-disabled': true,
    'aria-description': reason,
    title: reason,
  }),
  onClick: () => (reason === null ? act() : showToast({ tone: 'info', about: 'firmware', text: reason })),
});

function DeleteButton({ release, onDelete }: { release: Release; onDelete: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={texts.deleteOf(release.name)}
      title={texts.delete}
      className={classes.inUse ?? ''}
      {...unlessBlocked(inUseReason(release), onDelete)}
    >
      <IconTrash size={18} stroke={1.7} />
    </ActionIcon>
  );
}
