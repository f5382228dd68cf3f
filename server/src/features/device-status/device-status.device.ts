import type { DeviceHandler, DeviceMessage, PresenceMessage } from '#platform/devices/device-message';
import {
  applyConnected,
  applyDisconnected,
  applyHeartbeat,
  applyMessage,
  applyStatus,
  heardOf,
  reportOf,
  type DeviceState,
} from './device-status.reducer.rules.ts';
import type { DeviceStatusService } from './device-status.service.ts';

/** Turns reports of devices, and any other message, into the device status. */
export function deviceStatusHandlers(service: DeviceStatusService) {
  const heartbeats: DeviceHandler<'heartbeat'> = {
    name: 'device-status heartbeat',
    kind: 'heartbeat',
    store: (tx, messages) =>
      service.apply(
        tx.executor,
        messages,
        (state, said) => applyHeartbeat(state, said.message, heardOf(said)),
        (state, said) => reportOf(state, said.message, heardOf(said)),
      ),
  };
  const statuses: DeviceHandler<'status'> = {
    name: 'device-status status',
    kind: 'status',
    store: (tx, messages) =>
      service.apply(tx.executor, messages, (state, said) => applyStatus(state, said.message, heardOf(said))),
  };
  const replies: DeviceHandler<'reply'> = {
    name: 'device-status reply',
    kind: 'reply',
    store: (tx, messages) =>
      service.apply(tx.executor, messages, (state, said) => applyMessage(state, said.message, heardOf(said))),
  };
  const presence: DeviceHandler<'presence'> = {
    name: 'device-status presence',
    kind: 'presence',
    store: (tx, messages) => service.apply(tx.executor, messages, foldPresence),
  };
  const locations: DeviceHandler<'location'> = {
    name: 'device-status location',
    kind: 'location',
    storesNothing: true,
    store: async (_tx, messages) => () => service.noteHeard(messages),
  };
  return [heartbeats, statuses, replies, presence, locations];
}

function foldPresence(state: DeviceState, { message, receivedAt }: DeviceMessage<PresenceMessage>) {
  if (message.connected) return applyConnected(state, message.connectionNumber, receivedAt);
  const isOurDoing = message.reason === 'server_stops' || message.reason === 'taken_over';
  return applyDisconnected(state, {
    connectionNo: message.connectionNumber,
    isOurDoing,
    will: message.will,
    at: receivedAt,
  });
}
