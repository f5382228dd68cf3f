import { listDrills } from '@trace/contract/panic/drills/panic.drills.api';
import { listIncidents } from '@trace/contract/panic/panic.api';
import type { Incident, IncidentDetails, PanicPosition } from '@trace/contract/panic/panic.schema';
import { listStaffIncidents } from '@trace/contract/panic/staff/panic.staff.api';
import type { FakeServer } from './fake-server.ts';

const id = '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d001';

/** An instant so many seconds ago. */
export const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();

/** Mia's panic, before Jonas, who is her first contact. */
const anIncident = (change: Partial<Incident> = {}): Incident => ({
  id,
  ...{ isTest: false, kind: 'panic', source: 'hub_queue', openedAt: secondsAgo(58), happenedAt: null, lateSec: null },
  ...{ hasWrongClock: false, hubName: 'Novak home', trigger: 'key fob Mia', presses: 1, taken: null, closed: null },
  devices: [{ serialNumber: 'Trace_4F21', name: 'Work ute' }],
  wearers: [{ name: 'Mia Novak', phone: '+61 491 570 156' }],
  you: you(),
  ...change,
});

export const you = (change: Partial<Incident['you']> = {}): Incident['you'] => ({
  ...{
    role: 'contact',
    name: 'Jonas Novak',
    isRinging: true,
    mayTake: true,
    mayRelease: false,
    mayClose: false,
    mayNote: true,
  },
  ...change,
});

const aPanicPosition = (seconds: number, change: Partial<PanicPosition> = {}): PanicPosition => ({
  ...{ serialNumber: 'Trace_4F21', deviceName: 'Work ute', at: secondsAgo(seconds) },
  ...{ lat: -33.8462, lng: 151.0331, accuracyM: 8, isStale: false },
  ...change,
});

type Delivery = IncidentDetails['recipients'][number]['deliveries'][number];

const delivered = (channel: Delivery['channel'], state: Delivery['state'], seconds = 50): Delivery => ({
  ...{ channel, state, at: secondsAgo(seconds), attempts: 1 },
});

const recipients: IncidentDetails['recipients'] = [
  {
    ...{ id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d101', name: 'Mia Novak', role: 'wearer', rank: null, isYou: false },
    notifiedAt: secondsAgo(56),
    deliveries: [delivered('portal', 'waiting'), delivered('push', 'sent'), delivered('email', 'sent')],
  },
  {
    ...{ id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d102', name: 'Jonas Novak', role: 'contact', rank: 1, isYou: true },
    notifiedAt: secondsAgo(56),
    deliveries: [delivered('push', 'seen', 36), delivered('sms', 'sent'), delivered('email', 'sent')],
  },
  {
    ...{ id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d103', name: 'Ana Novak', role: 'contact', rank: 2, isYou: false },
    notifiedAt: secondsAgo(26),
    deliveries: [delivered('push', 'none', 26), delivered('sms', 'sent', 24), delivered('email', 'waiting', 24)],
  },
];

export const anOpenIncident = (change: Partial<IncidentDetails> = {}): IncidentDetails => ({
  ...anIncident(),
  positions: [aPanicPosition(14), aPanicPosition(49, { lat: -33.8478, lng: 151.0231 })],
  recipients,
  next: { names: ['Harbour Alarms', 'Trace support'], at: secondsAgo(-34) },
  steps: [
    {
      ...{ id: '1', at: secondsAgo(58), kind: 'pressed', alarm: 'panic', hubName: 'Novak home' },
      ...{ trigger: 'key fob Mia', isRepeat: false },
    },
    { id: '2', at: secondsAgo(57), kind: 'position_requested', deviceName: 'Work ute' },
    { id: '3', at: secondsAgo(56), kind: 'notified', names: ['Mia', 'Jonas'], channels: ['push', 'sms', 'email'] },
    {
      ...{ id: '4', at: secondsAgo(49), kind: 'position_received', deviceName: 'Work ute' },
      ...{ afterSec: 8, accuracyM: 8, movedM: null, staleSec: null },
    },
    { id: '5', at: secondsAgo(26), kind: 'escalated', afterSec: 30, names: ['Ana Novak'], channels: ['sms', 'email'] },
    {
      ...{ id: '6', at: secondsAgo(14), kind: 'position_received', deviceName: 'Work ute' },
      ...{ afterSec: null, accuracyM: 8, movedM: 1_140, staleSec: null },
    },
  ],
  earlierSteps: null,
  unanswered: null,
  asOf: secondsAgo(0),
  ...change,
});

/** No incident is active. A test answers with its own. */
export function servePanic(server: FakeServer): void {
  server.on(listDrills, () => ({ drills: [] }));
  server.on(listIncidents, () => ({ incidents: [], next: null }));
  server.on(listStaffIncidents, () => ({ incidents: [], next: null }));
}
