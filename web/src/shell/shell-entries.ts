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

export type ShellArea = 'installer' | 'user';

export interface ShellEntry {
  label: string;
  icon: TablerIcon;
  to: string;
  /** The tab of the user's dashboard that this entry opens. */
  tab?: UserTab;
}

/** The entries of each sidebar, in order (GUARD-04). */
export const shellEntries: Record<ShellArea, readonly ShellEntry[]> = {
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

/** Home and My Devices share an address, so the tab in the address decides which entry is active. */
export function isEntryActive(entry: ShellEntry, address: { pathname: string; tab: string | undefined }): boolean {
  // The overview is also a tab of the devices page.
  if (address.pathname === paths.installerOverview) return entry.to === paths.installerDevices;
  if (address.pathname !== entry.to) return false;
  return entry.to !== paths.user || (entry.tab === 'devices') === (address.tab === 'devices');
}
