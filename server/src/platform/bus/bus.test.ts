import { expect, test, vi } from 'vitest';

import { createBus, defineEvent } from '#platform/bus/bus';
import { createLog } from '#platform/log/log';

const deviceRegistered = defineEvent<{ deviceId: string }>('device.registered');
const deviceRemoved = defineEvent<{ deviceId: string }>('device.removed');

test('an event reaches only its own handlers, until they stop', () => {
  const bus = createBus(createLog({ level: 'silent' }));
  const registered = vi.fn<(payload: { deviceId: string }) => void>();
  const removed = vi.fn<(payload: { deviceId: string }) => void>();
  const stop = bus.on(deviceRegistered, registered);
  bus.on(deviceRemoved, removed);

  bus.announce(deviceRegistered, { deviceId: 'a' });
  stop();
  bus.announce(deviceRegistered, { deviceId: 'b' });

  expect(registered.mock.calls).toEqual([[{ deviceId: 'a' }]]);
  expect(removed).not.toHaveBeenCalled();
});

test('logs a handler that throws or rejects, and still calls the other handlers', async () => {
  const lines: string[] = [];
  const bus = createBus(createLog({ level: 'error', destination: { write: (line) => lines.push(line) } }));
  const heard = vi.fn<() => void>();
  bus.on(deviceRegistered, () => {
    throw new Error('thrown');
  });
  bus.on(deviceRegistered, () => Promise.reject(new Error('rejected')));
  bus.on(deviceRegistered, heard);

  bus.announce(deviceRegistered, { deviceId: 'a' });

  expect(heard).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines.join('')).toContain('thrown');
  expect(lines.join('')).toContain('rejected');
});
