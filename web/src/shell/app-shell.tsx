import { ColorSchemeToggle } from '#ui/controls/color-scheme-toggle.tsx';
import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import classes from './app-shell.module.css';
import { ShellHeadPlace } from './shell-head.tsx';
import { ShellSidebar, type ShellSidebarProps } from './shell-sidebar.tsx';

/** Loaded after the page, because a phone needs it later and a desktop never. */
const PhoneMenu = lazy(async () => ({ default: (await import('./phone-menu.tsx')).PhoneMenu }));

interface AppShellProps extends Omit<ShellSidebarProps, 'onNavigate'> {
  /** The head of a skeleton. A page puts its head in place with `ShellHead`. */
  head?: ReactNode;
  /** The bell, beside the actions of each page. */
  actions?: ReactNode;
  /** A bar above all content, such as the notice of a lost connection. */
  bar?: ReactNode;
  /** Whether the page asks something before it signs out. */
  isLogoutAsked?: boolean;
  /** The page. */
  children: ReactNode;
}

/**
 * The frame of a signed-in area: sidebar, header and page. It stays when the page changes. On a phone the sidebar is a
 * menu.
 */
export function AppShell({ head, actions, bar, isLogoutAsked = false, children, ...sidebar }: AppShellProps) {
  const [isMenuOpen, menu] = useDisclosure(false);
  const [headPlace, setHeadPlace] = useState<HTMLElement | null>(null);
  const { isLoggingOut = false } = sidebar;
  const { close } = menu;
  // The open menu covers the page with its error after a failed sign-out, or its question before a sign-out.
  useEffect(() => {
    if (!isLoggingOut || isLogoutAsked) close();
  }, [isLoggingOut, isLogoutAsked, close]);
  return (
    <div className={classes.shell}>
      <a href="#page" className={classes.skip}>
        Skip to content
      </a>
      <aside className={classes.side} data-sidebar>
        <ShellSidebar {...sidebar} />
      </aside>
      <Suspense>
        <PhoneMenu isOpen={isMenuOpen} onClose={menu.close}>
          <ShellSidebar {...sidebar} onNavigate={menu.close} />
        </PhoneMenu>
      </Suspense>
      <div className={classes.column}>
        <header className={classes.header}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label="Menu"
            aria-haspopup="dialog"
            className={classes.burger ?? ''}
            onClick={menu.open}
          >
            <IconMenu2 size={24} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
          <div ref={setHeadPlace} className={classes.head}>
            {head}
          </div>
          {actions}
          <span className={classes.scheme}>
            <ColorSchemeToggle />
          </span>
        </header>
        {bar}
        <main id="page" tabIndex={-1} className={classes.page}>
          <ShellHeadPlace value={headPlace}>{children}</ShellHeadPlace>
        </main>
      </div>
    </div>
  );
}
