import { Menu } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import classes from './row-menu.module.css';

/** Of a menu in a row: below the page's own landmark, above the table that would cut it off; its first item takes the focus. */
export const rowMenuLook = {
  withinPortal: true,
  portalProps: { target: '#page' },
  withInitialFocusPlaceholder: false,
} as const;

interface RowMenuItemProps {
  icon: TablerIcon;
  label: string;
  /** It takes something away. */
  isEnding?: boolean;
  onClick: () => void;
}

/** What may be done to a row; everything there is done by the server. */
export function RowMenuItem({ icon: Icon, label, isEnding = false, onClick }: RowMenuItemProps) {
  return (
    <NeedsNetwork isTight>
      {(item) => (
        <Menu.Item
          leftSection={<Icon size={17} stroke={1.7} aria-hidden="true" />}
          className={(isEnding ? classes.ending : classes.item) ?? ''}
          onClick={onClick}
          {...item}
        >
          {label}
        </Menu.Item>
      )}
    </NeedsNetwork>
  );
}
