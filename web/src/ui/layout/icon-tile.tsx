import type { TablerIcon } from '@tabler/icons-react';
import classes from './icon-tile.module.css';

/** The sign before a line of a list, on a tinted square. */
export function IconTile({ icon: Icon, isAmber = false }: { icon: TablerIcon; isAmber?: boolean | undefined }) {
  return (
    <span className={classes.tile} data-amber={isAmber || undefined}>
      <Icon size={20} stroke={1.7} aria-hidden="true" />
    </span>
  );
}
