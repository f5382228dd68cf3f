import type { tableSorts } from './fleet.table.rules.ts';
import type { AssignmentState } from './fleet.table.rules.ts';

const counted = (count: number): string => (count === 1 ? '1 device' : `${count.toLocaleString('en')} devices`);

/** The device table of installers (back-office.md §2, §8). */
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
  noMatch: 'No device matches.',
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
    status: 'Trouble first',
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
  placeUnknown: 'This page of the list is no longer there. Start with the first page.',

  otherPerson: 'This is about the signed-in person only: leave the address out, or give your own.',

  exportCsv: 'Export CSV',
  exportFailed: 'Export Failed',
  exportName: (day: string) => `trace-devices-${day}.csv`,

  actionsOf: (device: string) => `Actions of ${device}`,
  getLocation: 'Get Location',
  getLocationOf: (device: string) => `Get Location of ${device}`,
  requesting: 'Requesting...',
  located: 'Location Request Sent',
  locatedText: (device: string, position: string) => `${device} is at ${position}.`,
  locationWaits: (device: string) => `${device} is asleep. It answers when it wakes.`,
  locationCancelled: 'The location request was cancelled.',
  pingFailed: 'Ping Failed',
  pingFailedText: (serial: string, message: string | null) =>
    `Failed to send location request to device ${serial}: ${message ?? 'Unknown error'}`,
  noAnswer: 'The device did not answer.',
  noFix: 'The device answered without a position.',
  pingError: 'Ping Error',
  pingErrorText: 'Error communicating with device...',
  /** Why nobody is asked for access, where there is nobody who could give it. */
  nobodyToAsk: {
    waiting: 'It waits for its user to sign up. Until then nobody sees where it is.',
    taken: 'Its last user has not given it back. Enter the claim code of its label, or ask them to give it back.',
    company: 'The installer who registered it sees where it is while it has no user.',
  },
  accessEnds: (left: string) => `Access ends in ${left}`,
  accessAsked: 'Access asked for',
  accessNeeded: 'Its user has to allow it first.',

  control: 'Control',
  controlOf: (device: string) => `Control ${device}`,
  assignOf: (device: string) => `Assign ${device}`,
  assignHint: 'They are told by e-mail. An address without an account waits for the sign-up.',
  endOf: (device: string) => `End assignment of ${device}`,
  cancelOf: (device: string) => `Cancel assignment of ${device}`,
  endAsk: (device: string, user: string) =>
    `${user} no longer sees ${device} and is told by e-mail. Nobody sees where it is before they have given it back, or somebody enters the claim code of its label.`,
  cancelAsk: (device: string, user: string) => `${device} no longer waits for ${user} to sign up.`,
  notGivenBack: 'Not given back',
  enterClaim: 'Enter claim code',
  claimCode: 'Claim code',
  claimHint: 'It is printed on the label of the device. You then see where it is, and can assign it again.',
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
  'Assigned user e-mail',
  'Company',
  'Registered by',
  'Registered',
  'Last seen',
  'Errors',
] as const;
