import { paths } from '#lib/paths.ts';
import { supportPaths } from '#lib/support-paths.ts';
import {
  IconActivity,
  IconBell,
  IconBuilding,
  IconCertificate,
  IconChartBar,
  IconCpu,
  IconDeviceMobile,
  IconFileSearch,
  IconHeadset,
  IconHeartbeat,
  IconHome,
  IconQrcode,
  IconServer,
  IconSettings,
  IconSpeakerphone,
  IconTicket,
  IconUrgent,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import type { ShellEntry } from './shell-entries.ts';

/** The entries of the sidebar of support staff, in order. */
export const supportEntries: readonly ShellEntry[] = [
  { label: 'Dashboard', icon: IconHome, to: paths.support },
  { label: 'Devices', icon: IconDeviceMobile, to: supportPaths.devices },
  { label: 'Companies', icon: IconBuilding, to: supportPaths.companies },
  { label: 'Support Tickets', icon: IconTicket, to: supportPaths.tickets },
  { label: 'User Management', icon: IconUsers, to: supportPaths.users },
  { label: 'Installer Management', icon: IconUserCog, to: supportPaths.installers },
  { label: 'Device Health', icon: IconHeartbeat, to: supportPaths.deviceHealth },
  { label: 'Analytics', icon: IconChartBar, to: supportPaths.analytics },
  { label: 'Activity Monitor', icon: IconActivity, to: supportPaths.activity },
  { label: 'Audit Logs', icon: IconFileSearch, to: supportPaths.audit },
  { label: 'Notifications', icon: IconBell, to: supportPaths.notifications },
  { label: 'Recent Updates', icon: IconSpeakerphone, to: supportPaths.updates },
  { label: 'Firmware Management', icon: IconCpu, to: supportPaths.firmware },
  { label: 'Panic System', icon: IconUrgent, to: supportPaths.panicSystem },
  { label: 'Certifications', icon: IconCertificate, to: supportPaths.certifications },
  { label: 'Device Registry', icon: IconQrcode, to: supportPaths.registry },
  { label: 'Support Staff', icon: IconHeadset, to: supportPaths.staff },
  { label: 'Operations', icon: IconServer, to: supportPaths.operations },
  { label: 'Account Settings', icon: IconSettings, to: supportPaths.settings },
];
