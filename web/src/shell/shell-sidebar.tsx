import { Initials } from '#ui/data/initials.tsx';
import { Loader, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isEntryActive, signOutLabels, type ShellArea, type ShellEntry } from './shell-entries.ts';
import { ShellBrand, type Brand } from './shell-brand.tsx';
import classes from './shell-sidebar.module.css';

export interface ShellSidebarProps {
  area: ShellArea;
  entries: readonly ShellEntry[];
  person: { name: string; email: string };
  /** The company of the user's device, undefined until known. Null shows the product's logo (GUARD-05). */
  brand: Brand | null | undefined;
  onLogout: () => void;
  /** The sign-out is in progress, which can take seconds. */
  isLoggingOut?: boolean;
  /** Called when the user chooses an entry. A phone closes its menu. */
  onNavigate?: () => void;
}

/** The sidebar: logo, navigation, signed-in user and the sign-out. */
export function ShellSidebar(props: ShellSidebarProps) {
  const { area, entries, person, brand, onLogout, isLoggingOut = false, onNavigate } = props;
  return (
    <div className={classes.sidebar}>
      <ShellBrand area={area} brand={brand} />
      <nav aria-label="Main" className={classes.entries}>
        {entries.map((entry) => (
          <SidebarEntry key={entry.label} entry={entry} onNavigate={onNavigate} />
        ))}
      </nav>
      <div className={classes.person}>
        <Initials name={person.name} />
        <div className={classes.words}>
          <p className={classes.name} dir="auto">
            {person.name}
          </p>
          <p className={classes.email} title={person.email}>
            {person.email}
          </p>
        </div>
      </div>
      <UnstyledButton
        className={classes.logout ?? ''}
        onClick={onLogout}
        disabled={isLoggingOut}
        aria-busy={isLoggingOut || undefined}
      >
        {isLoggingOut ? (
          <Loader size={19} aria-hidden="true" />
        ) : (
          <IconLogout size={19} stroke={1.7} aria-hidden="true" />
        )}
        {signOutLabels[area]}
      </UnstyledButton>
    </div>
  );
}

function SidebarEntry({ entry, onNavigate }: { entry: ShellEntry; onNavigate: (() => void) | undefined }) {
  const { pathname, tab } = useRouterState({ select: ({ location }) => addressOf(location) });
  const isActive = isEntryActive(entry, { pathname, tab });
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const Icon = entry.icon;
  return (
    <Link
      ref={link}
      to={entry.to}
      search={entry.tab ? { tab: entry.tab } : {}}
      // The router marks a link as active by path alone. Here the tab decides, and `aria-current` is set separately.
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={isActive ? 'page' : undefined}
      className={classes.entry}
      onClick={onNavigate}
    >
      <Icon size={19} stroke={1.7} aria-hidden="true" />
      {entry.label}
    </Link>
  );
}

/** Selects plain strings, so a change elsewhere in the address causes no render. */
function addressOf(location: { pathname: string; search: object }) {
  const { tab } = location.search as { tab?: string };
  return { pathname: location.pathname, tab };
}
