import { setTimeout as wait } from 'node:timers/promises';
import type { SignatureFile } from '@trace/contract/firmware/firmware.manifest.schema';
import { DEFAULT_MODEL } from '@trace/contract/firmware/firmware.rules';
import { ApiError, type ApiClient } from '@trace/contract/kernel/client';
import {
  downloadManifest,
  listReleases,
  listRollouts,
  publishRelease,
  startRollout,
  uploadRelease,
} from '@trace/contract/firmware/staff/firmware.staff.api';
import { newRolloutSettingsSchema, type RolloutTarget } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { pilotSerials } from '@trace/simulator/demo-firmware';
import { buildEspImage } from '@trace/simulator/firmware/esp-image';
import type { Config } from '../config/config.ts';
import type { RunningServer } from '../server.ts';
import { actAs } from './demo-client.ts';
import { trustFirmwareKey, type DemoFirmwareKey } from './demo-firmware-key.ts';
import type { DemoPerson } from './demo-people.ts';

interface DemoRelease {
  readonly version: string;
  readonly notes: string;
  readonly rolloutId: string;
  readonly target: RolloutTarget;
}

const pilot: DemoRelease = {
  version: '2.3.4',
  notes: 'Fewer restarts of the modem where the network is weak.',
  rolloutId: '2f0d6c1e-8a41-4b7e-9d35-51c7a0e4b6f2',
  target: { kind: 'devices', serialNumbers: [...pilotSerials] },
};

/** The id of a rollout decides which device is in which ring. Mia's boat sleeps in the second ring. */
const everyone: DemoRelease = {
  version: '2.4.0',
  notes: 'Finds the first position faster in built-up areas. Uses less power while it sleeps.',
  rolloutId: '92c6dfaf-d962-41cf-9a23-203d9d699010',
  target: { kind: 'all' },
};

const IMAGE_BYTES = 900_000;
/** A single failure in a small ring must not halt the rollout. */
const SETTINGS = newRolloutSettingsSchema.parse({ failureLimitPct: 50 });
const LOOK_EVERY_MS = 1_000;
/** Sleeping trackers stay awake for a minute after the start. Afterwards their updates wait. */
const ASLEEP_AFTER_MS = 70_000;

interface FirmwareSeed {
  readonly server: Pick<RunningServer, 'ownUrl'>;
  readonly config: Config;
  readonly key: DemoFirmwareKey;
  readonly staff: DemoPerson;
  readonly isFirstTime: boolean;
}

/**
 * Publishes two versions. Rolls out the first to a few devices, and the second to all once the first rollout is done.
 * Returns when the first rollout has started. `stop` ends the wait for the second rollout.
 */
export async function seedFirmware(seed: FirmwareSeed): Promise<{ stop(): void }> {
  const { server, staff, key } = seed;
  const stopping = new AbortController();
  if (seed.isFirstTime) await begin();
  void followUp();
  return { stop: () => stopping.abort() };

  async function begin(): Promise<void> {
    await trustFirmwareKey(seed.config, key);
    await actAs(server, staff, async (api, download) => {
      const sign = async (id: string) => key.sign(await download(downloadManifest.path.replace('{id}', id)));
      await publish(api, sign, pilot);
      await publish(api, sign, everyone);
      await rollOut(api, pilot);
    });
  }

  /** A start that was interrupted is resumed by the next start. */
  async function followUp(): Promise<void> {
    const { signal } = stopping;
    try {
      await wait(ASLEEP_AFTER_MS, null, { signal });
      await actAs(server, staff, async (api) => {
        while (!(await isDone(api))) await wait(LOOK_EVERY_MS, null, { signal });
        await rollOut(api, everyone);
      });
    } catch (error) {
      // Someone changed the staff account, or started a rollout. The demo keeps what they did.
      if (!signal.aborted && !(error instanceof ApiError)) throw error;
    }
  }
}

async function publish(
  api: ApiClient,
  sign: (id: string) => Promise<SignatureFile>,
  { version, notes }: DemoRelease,
): Promise<void> {
  const { releases } = await api.call(listReleases, { query: { limit: 100 } });
  const known = releases.find((release) => release.version === version);
  const { id, state } = known ?? (await upload(api, version, notes));
  if (state !== 'draft') return;
  await api.call(publishRelease, { params: { id }, body: await sign(id) });
}

function upload(api: ApiClient, version: string, notes: string) {
  return api.call(uploadRelease, {
    query: {
      fileName: `trace-${version}.bin`,
      version,
      notes,
      model: DEFAULT_MODEL,
      channel: 'stable',
      isOtherChip: 'false',
      minSequence: 0,
    },
    body: buildEspImage({ version, chip: 'esp32s3', sizeBytes: IMAGE_BYTES }),
  });
}

async function rollOut(api: ApiClient, { version, rolloutId, target }: DemoRelease): Promise<void> {
  const { releases } = await api.call(listReleases, { query: { limit: 100 } });
  const release = releases.find((known) => known.version === version)!;
  await api.call(startRollout, { body: { id: rolloutId, releaseId: release.id, target, settings: SETTINGS } });
}

async function isDone(api: ApiClient): Promise<boolean> {
  const { rollouts } = await api.call(listRollouts, { query: { limit: 50 } });
  return rollouts.find(({ id }) => id === pilot.rolloutId)?.state === 'done';
}
