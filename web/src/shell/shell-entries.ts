import { paths, type UserTab } from '#lib/paths.ts';
import {
  IconBuildingStore,
  IconCirclePlus,
  IconDeviceMobile,
  IconHome,
  IconListDetails,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';

export type ShellArea = 'installer' | 'user' | 'support';

export interface ShellEntry {
  label: string;
  icon: TablerIcon;
  to: string;
  /** The tab of the user's dashboard that this entry opens. */
  tab?: UserTab;
}

/**
 * The entries of each sidebar, in order (GUARD-04). The area of support staff has a file of its own, because few people
 * load it.
 */
export const shellEntries: Record<Exclude<ShellArea, 'support'>, readonly ShellEntry[]> = {
  installer: [
    { label: 'Home', icon: IconHome, to: paths.installer },
    { label: 'Setup', icon: IconCirclePlus, to: paths.installerSetup },
    { label: 'Devices', icon: IconDeviceMobile, to: paths.installerDevices },
    { label: 'Account Settings', icon: IconSettings, to: paths.installerSettings },
    { label: 'Company Settings', icon: IconBuildingStore, to: paths.installerCompany },
  ],
  user: [
    { label: 'Home', icon: IconHome, to: paths.user },
    { label: 'My Devices', icon: IconListDetails, to: paths.user, tab: 'devices' },
    { label: 'Account Settings', icon: IconSettings, to: paths.userSettings },
  ],
};

/** The label of the button that ends the session, as the specification calls it in each area. */
export const signOutLabels: Record<ShellArea, string> = { installer: 'Logout', user: 'Logout', support: 'Sign Out' };

/** Home and My Devices share an address, so the tab in the address decides which entry is active. */
export function isEntryActive(entry: ShellEntry, address: { pathname: string; tab: string | undefined }): boolean {
  // The overview is also a tab of the devices page.
  if (address.pathname === paths.installerOverview) return entry.to === paths.installerDevices;
  // A page of one device or ticket belongs to its list.
  if (entry.to.startsWith(`${paths.support}/`) && address.pathname.startsWith(`${entry.to}/`)) return true;
  if (address.pathname !== entry.to) return false;
  return entry.to !== paths.user || (entry.tab === 'devices') === (address.tab === 'devices');
}
