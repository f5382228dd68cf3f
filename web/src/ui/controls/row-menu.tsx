import { Menu } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import classes from './row-menu.module.css';

/**
 * The look of a row's menu. The menu lies inside the page's own landmark and above the table, which would cut the menu
 * off. The menu scrolls where the screen is too low for all items, such as on a phone held sideways.
 * The first item takes the focus.
 */
export const rowMenuLook = {
  withinPortal: true,
  portalProps: { target: '#page' },
  withInitialFocusPlaceholder: false,
  middlewares: { flip: { fallbackStrategy: 'bestFit' }, size: { padding: 5 } },
  classNames: { dropdown: classes.menu ?? '' },
} as const;

interface RowMenuItemProps {
  icon: TablerIcon;
  label: string;
  /** Marks a destructive action. */
  isEnding?: boolean;
  onClick: () => void;
}

/** An action on a row. Every such action needs the server. */
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
