// The functions for devices alone, on the main server and on a device port: with updates that the test decides.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { createAddresses } from '#features/firmware/delivery/firmware.address.service';
import { createDelivery } from '#features/firmware/delivery/firmware.delivery.service';
import { createTokens } from '#features/firmware/delivery/firmware.tokens.service';
import type { PublishedRelease } from '#features/firmware/releases/firmware.releases.port';
import type { DeviceSelf, DeviceUpdates, Offer, UpdateReport } from '#features/firmware/updates/firmware.updates.port';
import type { Database } from '#platform/db/database';
import { createFiles, type Files } from '#platform/files/files';
import { addDeviceFunctions, prefixDeviceCalls } from '#platform/http/servers/device.edge';
import { createDeviceServer } from '#platform/http/servers/device-server';
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { bareServer } from '#testing/bare-server';
import { fakeClock } from '#testing/fake-clock';
import { testDatabase } from '#testing/test-database';

export type DeliveryWorld = Awaited<ReturnType<typeof startDeliveryWorld>>;

/** An update of a device, as the test changes it. */
export interface StubUpdate {
  readonly deviceId: number;
  readonly offer: Offer;
  /** The rollout runs. */
  runs: boolean;
}

export const IMAGE_BYTES = 300_000;
const LARGE_BYTES = 32 * 1024 * 1024;

export async function startDeliveryWorld() {
  const test = await testDatabase();
  const clock = fakeClock(new Date());
  const log = createLog({ level: 'silent' });
  const directory = await mkdtemp(join(tmpdir(), 'trace-firmware-'));
  const files = createFiles({ directory });
  const deviceIds = new Map<string, number>();
  const validCertificates = new Set<string>();
  const updates = stubUpdates();
  const devices = { deviceIdsOf: async (serials: readonly string[]) => pick(deviceIds, serials) };
  const { database } = test;
  const shared = { database, clock, log, files, devices, updates: updates.port };
  let portalUrl = '';
  const addresses = createAddresses({
    secrets: createSecrets(Buffer.alloc(32, 7)),
    clock,
    portalUrl: () => portalUrl,
  });
  const delivery = createDelivery({
    ...shared,
    addresses,
    isCertificateValid: async ({ fingerprint }) => validCertificates.has(fingerprint),
  });
  const http = await bareServer({
    clock,
    rewriteUrl: prefixDeviceCalls(delivery.functions),
    extend: (server, edge) => addDeviceFunctions(server, edge, delivery.functions, () => portalUrl),
  });
  portalUrl = (await http.start()).url;
  const deviceServer = createDeviceServer({ clock, log, functions: delivery.functions });
  await deviceServer.start();
  const stopDelivery = delivery.start();
  const { image, release } = await storeRelease(files, database);

  return {
    url: portalUrl,
    ...{ clock, database, addresses, updates, deviceServer, image, release, validCertificates },
    tokens: createTokens({ database, clock, devices }),
    /** Registers a device. */
    async device(serial: string): Promise<number> {
      const { rows } = await sql<{ id: number }>`
        insert into device (serial, registered_by, registered_at)
        values (${serial}, gen_random_uuid(), now()) returning id`.execute(database.sql);
      deviceIds.set(serial, rows[0]!.id);
      return rows[0]!.id;
    },
    /** Puts another tracker in the place of a device, so that it is no longer in use. */
    async replace(serial: string) {
      deviceIds.delete(serial);
      await sql`update device set replaced_at = now(), replaced_by = id where serial = ${serial}`.execute(database.sql);
    },
    /** Offers the release to a device. */
    offer: (deviceId: number, more: Partial<Offer> = {}) => updates.offer(deviceId, { release, ...more }),
    /** Offers an image that does not fit into the buffers of a connection. */
    async largeOffer(deviceId: number) {
      const fileName = 'firmware/large.bin';
      await files.put(fileName, Buffer.alloc(LARGE_BYTES));
      return updates.offer(deviceId, { release: { ...release, id: randomUUID(), fileName, sizeBytes: LARGE_BYTES } });
    },
    async audit(serial: string) {
      const { rows } = await sql<{ action: string; details: unknown }>`
        select action, details from audit_log where subject_id = ${serial} order by id`.execute(database.sql);
      return rows;
    },
    async stop() {
      stopDelivery();
      await deviceServer.stop();
      await http.stop();
      await test.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const pick = (ids: ReadonlyMap<string, number>, serials: readonly string[]): Map<string, number> =>
  new Map([...ids].filter(([serial]) => serials.includes(serial)));

/** Stores an image of random bytes with the row of its release, as a published release has them. */
async function storeRelease(files: Files, database: Database): Promise<{ image: Buffer; release: PublishedRelease }> {
  const image = randomBytes(IMAGE_BYTES);
  const hash = (algorithm: string): string => createHash(algorithm).update(image).digest('hex');
  const release: PublishedRelease = {
    id: randomUUID(),
    ...{ model: 'gps-tracker', chip: null, version: '1.1.0', channel: 'stable', sequence: 2, minSequence: 0 },
    ...{ sizeBytes: image.length, sha256: hash('sha256'), md5: hash('md5'), notes: 'Longer battery life.' },
    publishedAt: new Date(),
    expiresAt: new Date(Date.now() + DAY_MS),
    signed: { manifest: '{"schema":1}', keyId: 'ab'.repeat(8), signature: `${'A'.repeat(86)}==` },
    fileName: `firmware/${hash('sha256')}.bin`,
  };
  await files.put(release.fileName, image);
  await sql`
    insert into firmware_release (id, model, version, channel, size_bytes, sha256, md5, file_name, notes, state,
      uploaded_at, manifest, expires_at)
    values (${release.id}, ${release.model}, ${release.version}, 'stable', ${release.sizeBytes}, ${release.sha256},
      ${release.md5}, ${release.fileName}, ${release.notes}, 'draft', now(), '{}', now())`.execute(database.sql);
  return { image, release };
}

/** Updates that the test decides, with the reports of the devices. */
function stubUpdates() {
  const all: StubUpdate[] = [];
  const reports: { updateId: string; report: UpdateReport }[] = [];
  const selves: DeviceSelf[] = [];
  const listeners: ((releaseId: string) => void)[] = [];
  const find = (deviceId: number, is: (offer: Offer) => boolean): StubUpdate | undefined =>
    all.find((update) => update.deviceId === deviceId && is(update.offer));
  const running = (update: StubUpdate | undefined): Offer | null => (update?.runs ? update.offer : null);

  const port: DeviceUpdates = {
    offerTo: async ({ id }, self) => {
      selves.push(self);
      const offer = running(find(id, () => true));
      return offer !== null && offer.release.version === self.version ? null : offer;
    },
    findOffer: async (deviceId, updateId) => running(find(deviceId, (offer) => offer.updateId === updateId)),
    findOfferByNumber: async (deviceId, number) => running(find(deviceId, (offer) => offer.number === number)),
    updateOfNumber: async (deviceId, number) => {
      const update = find(deviceId, (offer) => offer.number === number);
      return update === undefined ? null : { id: update.offer.updateId, version: update.offer.release.version };
    },
    listLoadable: async (updateIds) =>
      new Set(updateIds.filter((id) => all.some(({ offer, runs }) => runs && offer.updateId === id))),
    report: async (_deviceId, updateId, report) => {
      reports.push({ updateId, report });
      return true;
    },
    onLoadingEnded: (run) => void listeners.push(run),
  };

  return {
    port,
    reports,
    selves,
    offer(deviceId: number, offer: Pick<Offer, 'release'> & Partial<Offer>): StubUpdate {
      const made = { updateId: randomUUID(), number: all.length + 1, state: 'offered' as const, ...offer };
      const update: StubUpdate = { deviceId, offer: made, runs: true };
      all.push(update);
      return update;
    },
    /** Tells this process that the rollout of a release has ended. */
    callEndListeners: (releaseId: string) => listeners.forEach((run) => run(releaseId)),
  };
}
