import type { ServiceState, SystemStatus } from './fleet.overview.schema.ts';

const devices = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'device' : 'devices'}`;

/** The installer's start and the overview. */
export const overviewTexts = {
  welcome: (product: string) => `Welcome to ${product}`,
  home: 'Home',
  title: 'System Overview',
  context: 'Status of the portal and your devices',
  viewOverview: 'View Overview',
  getSupport: 'Get Support',

  cards: {
    total: { label: 'Total Devices', caption: 'Registered in system' },
    configured: { label: 'Configured', caption: 'Ready for deployment' },
    online: { label: 'Online', caption: 'Currently active' },
    onlineRate: { label: 'Online Rate', caption: 'Currently active' },
    assigned: { label: 'Assigned', caption: 'To users' },
  },
  percent: (value: number | null) => (value === null ? '–' : `${value}%`),

  quickActions: 'Quick actions',
  register: { title: 'Register New Device', text: 'Verify the serial number, link a hub, done.' },
  manage: { title: 'Device Management', text: 'Find, control and assign devices.' },
  company: { title: 'Company Settings', text: 'Employees and the invitation link.' },

  waiting: 'Needs your attention',
  nothingWaits: 'All devices are reporting and have a user. Nothing needs your attention.',
  nothingYet: 'Register your first device. Anything that needs your attention will appear here.',
  offline: (count: number) => `${devices(count)} ${count === 1 ? 'is' : 'are'} offline`,
  longest: (name: string) => `Longest: ${name}, last seen`,
  awaiting: (count: number) => `${devices(count)} ${count === 1 ? 'has' : 'have'} never connected`,
  awaitingNext: (count: number) => `Power ${count === 1 ? 'it' : 'them'} on where there is a signal`,
  unassigned: (count: number) => `${devices(count)} ${count === 1 ? 'has' : 'have'} no user yet`,
  unassignedNext: 'Assign by email',
  showAll: 'Show all devices',

  recent: 'Recent Activity',
  registered: 'Registered',
  noneRecent: 'No recent activity. Register a device to see activity here.',

  status: 'System Status',
  services: {
    registration: 'Device Registration Service',
    configuration: 'Configuration Service',
    assignment: 'User Assignment Service',
    monitoring: 'Device Monitoring',
  } satisfies Record<keyof SystemStatus, string>,
  states: {
    operational: 'Operational',
    limited: 'Limited',
    unavailable: 'Not available',
  } satisfies Record<ServiceState, string>,
  troubles: {
    registration: 'New devices cannot connect right now.',
    configuration: 'Commands are delayed.',
    assignment: 'Assignment emails are delayed.',
    monitoring: 'Device status may be out of date.',
  } satisfies Record<keyof SystemStatus, string>,

  health: 'System Health',
  coverage: 'Assignment coverage',
  onlineRate: 'Online rate',
  shareOf: (part: number, total: number) => `${part} of ${devices(total)}`,
  oldest: 'Oldest unanswered command',
  noneUnanswered: 'Every command was answered.',

  loading: 'Loading overview...',
  loadFailed: 'Failed to load the overview. Please try again.',
  tryAgain: 'Try again',
} as const;
