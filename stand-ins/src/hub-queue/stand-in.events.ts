// Bodies of queue messages as the hub service sends them, composed from the published shapes and codes.
import { randomUUID } from 'node:crypto';

export interface StandInEvent {
  eventId: string;
  hubId: string;
  hubName: string | null;
  eventTypeV2: string;
  eventCode: string;
  eventTag: string;
  sourceObjectType: string;
  sourceObjectName: string | null;
  /** Unix ms. */
  timestamp: number;
  transition: string;
}

/** A press of a panic button. `change` replaces fields. Fields that are undefined are left out. */
export function panicEvent(hubId: string, change: Partial<StandInEvent> = {}): Record<string, unknown> {
  return {
    eventId: randomUUID(),
    hubId,
    hubName: `Hub ${hubId.slice(0, 4)}`,
    eventType: 'ALARM',
    eventTypeV2: 'ALARM',
    eventCode: 'M_0C_20',
    eventTag: 'PanicButtonPressed',
    sourceObjectType: 'BUTTON',
    sourceObjectId: '30A1B2C3',
    sourceObjectName: 'Panic button',
    sourceRoomId: '1',
    sourceRoomName: ' ',
    cmsDeviceIndex: 4,
    timestamp: Date.now(),
    transition: 'TRIGGERED',
    additionalData: null,
    additionalDataV2: null,
    relatedGroupsInfo: [],
    eventSource: 'HUB',
    ...change,
  };
}

export type Envelope = 'event' | 'sns' | 'bare';

/** The three envelopes in which an event arrives. */
export function enveloped(event: unknown, envelope: Envelope): string {
  if (envelope === 'bare') return JSON.stringify(event);
  if (envelope === 'event') return JSON.stringify({ event });
  return JSON.stringify({ Type: 'Notification', MessageId: randomUUID(), Message: JSON.stringify({ event }) });
}
