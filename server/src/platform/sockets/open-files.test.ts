import { expect, test } from 'vitest';
import { readOpenFileLimit, shareOpenFiles } from './open-files.ts';

test.each([256, 1_024, 20_000, 1_048_576])(
  'the socket shares of %i open files leave a tenth for files and other uses',
  (limit) => {
    const { devices, pendingDevices, pendingPerNetwork, hubs, web, webFiles } = shareOpenFiles(limit);

    expect(devices + hubs + web).toBeLessThanOrEqual(limit * 0.9);
    expect(webFiles).toBeLessThanOrEqual(limit * 0.05);
    expect(pendingDevices).toBeLessThanOrEqual(devices / 4);
    expect(pendingPerNetwork).toBeGreaterThan(0);
    expect(pendingPerNetwork).toBeLessThan(pendingDevices);
  },
);

test('a process with many open files is bounded by the capacity of the gateway', () => {
  expect(shareOpenFiles(null)).toMatchObject({ devices: 20_000, pendingDevices: 4_000, pendingPerNetwork: 500 });
});

test('the limit of this process is readable on Linux', () => {
  expect(readOpenFileLimit()).toBeGreaterThan(0);
});
