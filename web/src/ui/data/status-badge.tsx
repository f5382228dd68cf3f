import { useOffline } from '#lib/offline/offline.ts';
import { Badge } from '@mantine/core';
import { IconBattery1 } from '@tabler/icons-react';
import { deviceStatusTexts } from '@trace/contract/device-status/device-status.texts';
import { AsOf } from '#ui/layout/as-of.tsx';
import type { PaletteColor } from '#ui/palette.ts';
import classes from './status-badge.module.css';

const looks = {
  online: { word: 'Online', color: 'green' },
  offline: { word: 'Offline', color: 'gray' },
  sleeping: { word: 'Sleeping', color: 'violet' },
  error: { word: 'Error', color: 'red' },
  updating: { word: 'Updating', color: 'violet' },
  awaiting: { word: 'Awaiting', color: 'amber' },
} as const satisfies Record<string, { word: string; color: PaletteColor }>;

export type StatusLook = keyof typeof looks;

/** Shows a status as a word with a dot, readable without colours. */
export function StatusBadge({ status }: { status: StatusLook }) {
  const { word, color } = looks[status];
  // Stale data must not look fresh. While offline, the badge is grey and shows the time of the last update.
  if (useOffline() !== null) {
    return (
      <span className={classes.past}>
        <Badge color="gray">{word}</Badge> <AsOf isShort />
      </span>
    );
  }
  return (
    <Badge color={color} leftSection={<span className={classes.dot} data-color={color} />}>
      {word}
    </Badge>
  );
}

/** Beside Sleeping (STAT-01). */
export function PowerSaveBadge() {
  return (
    <Badge color="gray" leftSection={<IconBattery1 size={15} stroke={1.7} aria-hidden="true" />}>
      {deviceStatusTexts.powerSave}
    </Badge>
  );
}
