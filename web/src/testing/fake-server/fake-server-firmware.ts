import type { Channel } from '@trace/contract/firmware/firmware.rules';
import {
  deleteDeviceToken,
  deleteRelease,
  listReleases,
  listRolloutDevices,
  listRollouts,
  makeDeviceToken,
  previewRollout,
  publishRelease,
  readRollout,
  readStaffDeviceFirmware,
  setDeviceChannel,
  startRollout,
  steerRollout,
  uploadRelease,
} from '@trace/contract/firmware/staff/firmware.staff.api';
import type {
  Release,
  Ring,
  RolloutDetails,
  RolloutDevice,
} from '@trace/contract/firmware/staff/firmware.staff.schema';
import { done } from '@trace/contract/kernel/endpoint';
import { ago } from './devices/fake-server-status.ts';
import { refuse, type FakeServer } from './fake-server.ts';

export const KEY_ID = '0123456789abcdef';

export const aRelease = (version: string, change: Partial<Release> = {}): Release => ({
  ...{
    id: crypto.randomUUID(),
    name: `firmware-${version}.bin`,
    version,
    model: 'gps-tracker',
    chip: 'esp32' as const,
  },
  ...{ channel: 'stable' as const, sequence: 12, sizeBytes: 1_929_380, type: 'application/octet-stream' },
  ...{ sha256: 'ab'.repeat(32), state: 'published' as const, notes: '', uploadedAt: ago(9_000) },
  ...{ uploadedBy: 'Priya Raman', publishedAt: ago(8_000), publishedBy: 'Ann Lee', expiresAt: ago(-500_000) },
  ...{ mayPublish: true, usedByRollouts: 0, usedByDevices: 0 },
  ...change,
});

const aRing = (number: number, percent: number, total: number, change: Partial<Ring> = {}): Ring => ({
  ...{ number, percent, total, state: 'not_started' as const },
  ...{ done: 0, underWay: 0, failed: 0, waiting: 0, cancelled: 0 },
  ...change,
});

export const aRollout = (change: Partial<RolloutDetails> = {}): RolloutDetails => ({
  ...{ id: crypto.randomUUID(), releaseId: crypto.randomUUID(), version: '2.4.0', model: 'gps-tracker' },
  ...{ channel: 'stable' as const, targetKind: 'all' as const, state: 'running' as const },
  ...{ startedAt: ago(1_500), startedBy: 'Priya Raman', endedAt: null, halt: null, revision: 3 },
  settings: { failureLimitPct: 5, minimumSample: 20, minBatteryPct: 30, quietHours: null },
  rings: [
    aRing(1, 1, 12, { state: 'done', done: 12 }),
    aRing(2, 10, 112, { state: 'open', done: 97, underWay: 7, failed: 8 }),
    aRing(3, 50, 560),
    aRing(4, 100, 1_557),
  ],
  failures: [],
  waits: [],
  ...change,
});

export const aHaltedRollout = (): RolloutDetails =>
  aRollout({
    state: 'halted',
    halt: { at: ago(40), ring: 2, failed: 8, finished: 105, failureLimitPct: 5 },
    failures: [
      { failure: 'went_back', count: 6, toVersions: ['2.3.4'] },
      { failure: 'download_failed', count: 2, toVersions: ['2.3.4'] },
    ],
    waits: [{ reason: 'not_running', count: 4 }],
  });

export const aRolloutDevice = (serialNumber: string, change: Partial<RolloutDevice> = {}): RolloutDevice => ({
  ...{ serialNumber, name: 'Excavator 3', ring: 2, state: 'failed' as const, progressPct: null, waitingFor: null },
  ...{ failure: 'went_back' as const, detail: 'watchdog after 4 s', fromVersion: '2.3.4', currentVersion: '2.3.4' },
  ...{ tries: 1, nextTryAt: null, changedAt: ago(41) },
  ...change,
});

export interface FirmwareWorld {
  releases: Release[];
  rollouts: RolloutDetails[];
  devices: RolloutDevice[];
}

const afterAction = { pause: 'paused', resume: 'running', stop: 'stopped', retry_failed: 'running' } as const;

/** Serves the firmware of staff: each action changes the world as the server would. */
export function serveFirmware(server: FakeServer, world: FirmwareWorld): void {
  const rolloutOf = (id: string) => world.rollouts.find((rollout) => rollout.id === id)!;
  server.on(listReleases, () => ({
    releases: world.releases,
    total: world.releases.length,
    next: null,
    keys: [{ keyId: KEY_ID, name: 'release 2026', addedAt: ago(90_000) }],
  }));
  server.on(uploadRelease, ({ query: { version, model, channel, notes } }) => {
    const release = aRelease(version, { model, channel, notes, state: 'draft', mayPublish: false });
    world.releases = [release, ...world.releases];
    return release;
  });
  server.on(publishRelease, ({ params: { id } }) => {
    const release = world.releases.find((each) => each.id === id)!;
    release.state = 'published';
    return release;
  });
  server.on(deleteRelease, ({ params: { id } }) => {
    world.releases = world.releases.filter((release) => release.id !== id);
    return done;
  });
  server.on(listRollouts, () => ({
    rollouts: world.rollouts.map(({ failures: _failures, waits: _waits, ...rollout }) => rollout),
    next: null,
  }));
  server.on(readRollout, ({ params: { id } }) => rolloutOf(id));
  server.on(steerRollout, ({ params: { id }, body: { action, revision } }) => {
    const rollout = rolloutOf(id);
    if (rollout.revision !== revision) return refuse('conflict', 'A colleague changed this rollout.');
    Object.assign(rollout, { state: afterAction[action], revision: revision + 1, endedAt: ago(0) });
    return rollout;
  });
  server.on(listRolloutDevices, ({ query: { state } }) => {
    const devices = world.devices.filter((device) => state === undefined || device.state === state);
    return { devices, total: devices.length, next: null };
  });
  server.on(previewRollout, ({ body: { target } }) => ({
    rings: target.kind === 'all' ? aRollout().rings : [aRing(1, target.kind === 'percent' ? target.percent : 100, 1)],
    unreachable: target.kind === 'devices' ? target.serialNumbers.slice(1) : [],
  }));
  server.on(startRollout, ({ body: { id, releaseId } }) => {
    const version = world.releases.find((release) => release.id === releaseId)!.version;
    const rollout = aRollout({ id, releaseId, version });
    world.rollouts = [rollout, ...world.rollouts];
    return rollout;
  });
}

/** Serves the card Firmware of a device's page. */
export function serveDeviceFirmware(server: FakeServer): void {
  let tokenMadeAt: string | null = null;
  let channel: Channel = 'stable';
  const firmwareOf = (serialNumber: string) => ({
    ...{ serialNumber, currentVersion: '2.4.0', model: 'gps-tracker', chip: 'esp32' },
    ...{ channel, tokenMadeAt },
  });
  server.on(readStaffDeviceFirmware, ({ params: { serial } }) => firmwareOf(serial));
  server.on(setDeviceChannel, ({ params: { serial }, body }) => {
    ({ channel } = body);
    return firmwareOf(serial);
  });
  server.on(makeDeviceToken, () => {
    tokenMadeAt = ago(0);
    return { token: 'fw_x7Jm2', madeAt: tokenMadeAt };
  });
  server.on(deleteDeviceToken, () => {
    tokenMadeAt = null;
    return done;
  });
}
