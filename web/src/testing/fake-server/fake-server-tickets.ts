import type { OfflineCauses } from '@trace/contract/offline-causes/offline-causes.schema';
import type { QueuedTicket, StaffConversation, StaffMessage } from '@trace/contract/tickets/staff/tickets.staff.schema';
import type { Attachment } from '@trace/contract/tickets/attachments/tickets.attachments.schema';
import type { Conversation, Ticket } from '@trace/contract/tickets/tickets.schema';
import { ago } from './devices/fake-server-status.ts';
import { mia } from './fake-server-world.ts';

export const ann = {
  ...mia,
  userType: 'staff' as const,
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@trace.example',
};
export const tom = { id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3a009', name: 'Tom Reyes', email: 'tom@trace.example' };

const id = '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3b001';

export const excavatorIsOffline: OfflineCauses = {
  serialNumber: 'Trace_51A0',
  checkedAt: ago(0),
  status: 'offline',
  report: {
    lastSeen: ago(191),
    batteryPct: 31,
    externalPower: true,
    signalPct: 58,
    networkType: 'lte',
    firmware: '2.4.0',
    hubName: 'Northside depot',
  },
  wakesAt: null,
  causes: [
    { kind: 'sim', likelihood: 'most_likely', percent: null, quote: 'PDP reject', at: ago(192) },
    { kind: 'battery', likelihood: 'possible', percent: 31, quote: 'on external power', at: ago(191) },
    { kind: 'signal', likelihood: 'unlikely', percent: 58, quote: null, at: ago(191) },
  ],
  isKnown: true,
  ruledOut: ['servers', 'sleep_mode', 'plan'],
  devices: { connected: 2_068, total: 2_241 },
};

export const aTicket = (change: Partial<Ticket> = {}): Ticket => ({
  id,
  number: 'TKT-2041',
  subject: 'No position since this morning',
  description: 'Our excavator has shown the same place since half past six.\nI pressed <b>ping</b> twice.',
  priority: 'urgent',
  status: 'in_progress',
  device: null,
  createdAt: ago(60),
  updatedAt: ago(30),
  resolvedAt: null,
  ...change,
});

export const aQueuedTicket = (change: Partial<QueuedTicket> = {}): QueuedTicket => ({
  ...{ id, number: 'TKT-2041', subject: 'No position since this morning', priority: 'urgent', status: 'open' },
  ...{ isPremium: true, userEmail: mia.email, serialNumber: 'Trace_51A0', assignee: null },
  ...{ createdAt: ago(90), updatedAt: ago(90), firstAnswerAt: null, waitingSince: ago(90) },
  ...change,
});

const aMessage = (nth: number, change: Partial<StaffMessage>): StaffMessage => ({
  id: `0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3c00${nth}`,
  ...{ kind: 'answer', isStaff: true, author: tom.name, authorEmail: null, text: null, status: null, assignee: null },
  attachments: [],
  createdAt: ago(60 - nth),
  ...change,
});

export const aPhoto: Attachment = {
  id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d001',
  ...{ name: 'light.jpg', mediaType: 'image/jpeg', sizeBytes: 2_048 },
};

const staffMessages: StaffMessage[] = [
  aMessage(1, { kind: 'status', status: 'in_progress' }),
  aMessage(2, { text: 'The tracker itself went quiet at 6:32 am.' }),
  aMessage(3, { kind: 'note', text: 'Carrier answered "PDP reject".' }),
  aMessage(4, { kind: 'assignment', assignee: 'Ann Lee' }),
  aMessage(5, {
    isStaff: false,
    author: 'Mia Novak',
    authorEmail: mia.email,
    text: 'The light is green.',
    attachments: [aPhoto],
  }),
];

export const aStaffConversation = (change: Partial<StaffConversation['ticket']> = {}): StaffConversation => ({
  ticket: {
    ...aTicket(),
    isPremium: true,
    serialNumber: 'Trace_51A0',
    user: { id: mia.id, name: 'Mia Novak', email: mia.email, role: 'user' },
    createdBy: null,
    assigneeId: ann.id,
    assignee: 'Ann Lee',
    firstAnswerAt: ago(54),
    waitingSince: null,
    ...change,
  },
  messages: staffMessages,
  staff: [{ id: ann.id, name: 'Ann Lee', email: ann.email }, tom],
});

export const aConversation = (change: Partial<Ticket> = {}): Conversation => ({
  ticket: aTicket(change),
  messages: staffMessages.flatMap(({ id: messageId, kind, isStaff, text, status, attachments, createdAt }) =>
    kind === 'answer' || kind === 'status'
      ? [{ id: messageId, kind, isStaff, author: isStaff ? 'Tom' : 'Mia', text, status, attachments, createdAt }]
      : [],
  ),
});
