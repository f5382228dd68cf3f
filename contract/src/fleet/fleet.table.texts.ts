import type { tableSorts } from './fleet.table.rules.ts';
import type { AssignmentState } from './fleet.table.rules.ts';

const counted = (count: number): string => (count === 1 ? '1 device' : `${count.toLocaleString('en')} devices`);

/** The device table of installers. */
export const deviceTableTexts = {
  title: 'Device Management',
  overviewTab: 'System Overview',
  loading: 'Loading devices from database...',
  count: counted,
  columns: {
    details: 'Device Details',
    hub: 'AJAX Hub ID',
    status: 'Real-time Status',
    network: 'Network',
    user: 'Assigned User',
    lastSeen: 'Last Seen',
    errors: 'Error Logs',
    actions: 'Actions',
  },
  noHub: 'No hub',
  assigned: 'Assigned',
  unassigned: 'Unassigned',
  waiting: 'Waiting for sign-up',
  you: 'You',
  registeredBy: (name: string) => `Registered by ${name}`,
  noErrors: 'No errors',
  moreErrors: (count: number) => `+${count} more`,
  never: 'Never',

  none: 'No devices registered yet.',
  noneNext: 'Register devices using the Registration tab to see them here.',
  register: 'Register New Device',
  noMatch: 'No matching devices.',
  noMatchNext: 'Change the search or the filters, or show all devices.',
  showAll: 'Show all devices',
  loadFailed: 'Failed to load devices. Please try again.',
  tryAgain: 'Try again',

  search: 'Search serial, name, hub or user',
  all: 'All',
  anyStatus: 'Any status',
  anyUser: 'Any user',
  anyNetwork: 'Any network',
  statusFilter: 'Status',
  userFilter: 'Assigned User',
  networkFilter: 'Network',
  sort: 'Sort by',
  sorts: {
    lastSeen: 'Last seen',
    name: 'Name',
    registered: 'Newest first',
    status: 'Problems first',
  } satisfies Record<(typeof tableSorts)[number], string>,
  users: {
    none: 'Unassigned',
    waiting: 'Waiting for sign-up',
    assigned: 'Assigned',
  } satisfies Record<AssignmentState, string>,

  range: (first: number, last: number, of: string) => `${first} to ${last} of ${of}`,
  moreThan: (count: number) => `more than ${counted(count)}`,
  pages: 'Pages of devices',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  firstPage: 'First page',
  placeUnknown: 'This page no longer exists. Go back to the first page.',

  otherPerson: 'You can only list your own devices. Leave out the email address or use your own.',

  exportCsv: 'Export CSV',
  exportFailed: 'Export Failed',
  exportName: (day: string) => `trace-devices-${day}.csv`,

  actionsOf: (device: string) => `Actions for ${device}`,
  getLocation: 'Get Location',
  getLocationOf: (device: string) => `Get Location of ${device}`,
  requesting: 'Requesting...',
  located: 'Location Request Sent',
  locatedText: (device: string, position: string) => `${device} is at ${position}.`,
  locationWaits: (device: string) => `${device} is asleep. It will respond when it wakes up.`,
  locationCancelled: 'The location request was cancelled.',
  pingFailed: 'Ping Failed',
  pingFailedText: (serial: string, message: string | null) =>
    `Failed to send location request to device ${serial}: ${message ?? 'Unknown error'}`,
  noAnswer: 'The device did not respond.',
  noFix: 'The device responded without a position.',
  pingError: 'Ping Error',
  pingErrorText: 'Error communicating with device...',
  /** The reason why access cannot be requested when no user can grant access. */
  nobodyToAsk: {
    waiting: 'Waiting for its user to sign up. Until then, no one can see its location.',
    taken: 'The previous user has not given it back. Enter the claim code on its label, or ask them to give it back.',
    company: 'While it has no user, only the installer who registered it can see its location.',
  },
  accessEnds: (left: string) => `Access ends in ${left}`,
  accessAsked: 'Access requested',
  accessNeeded: 'The user has to approve access first.',

  control: 'Control',
  controlOf: (device: string) => `Control ${device}`,
  assignOf: (device: string) => `Assign ${device}`,
  assignHint: "We'll email them. If they don't have an account yet, the device waits until they sign up.",
  endOf: (device: string) => `End assignment of ${device}`,
  cancelOf: (device: string) => `Cancel assignment of ${device}`,
  endAsk: (device: string, user: string) =>
    `${user} will no longer see ${device} and will be notified by email. No one can see its location until they give it back or someone enters the claim code on its label.`,
  cancelAsk: (device: string, user: string) => `${device} will no longer be assigned to ${user} when they sign up.`,
  notGivenBack: 'Not given back',
  enterClaim: 'Enter claim code',
  claimCode: 'Claim code',
  claimHint:
    'The code is printed on the device label. Once entered, you can see the location and assign the device again.',
  requestSupport: 'Request Support',
  giveUp: 'Give up access',
  deleteDevice: 'Delete',
} as const;

/** The head of the exported file. */
export const exportColumns = [
  'Serial number',
  'Name',
  'AJAX Hub ID',
  'Status',
  'Network',
  'Assignment',
  'Assigned user',
  'Assigned user email',
  'Company',
  'Registered by',
  'Registered',
  'Last seen',
  'Errors',
] as const;
