import { buffer } from 'node:stream/consumers';
import { manifestSchema, type SignatureFile } from '@trace/contract/firmware/firmware.manifest.schema';
import type { FileContent } from '@trace/contract/kernel/endpoint';
import type { Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { releaseTexts as texts } from '@trace/contract/firmware/staff/firmware.staff.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { Files } from '#platform/files/files';
import type { CallOrigin } from '#platform/http/route';
import { readTimeCursor, timeCursorText } from '#platform/paging/time-cursor';
import { Refusal } from '#platform/refusal/refusal';
import { listKeys } from './firmware.keys.store.ts';
import { createPublishing, type PublishingDependencies } from './firmware.publishing.service.ts';
import { findPublishedRow, findSequence, lockPublishedRow, type PublishedRow } from './firmware.published.store.ts';
import { mayPublish } from './firmware.releases.policy.ts';
import type { PublishedRelease, Releases } from './firmware.releases.port.ts';
import { countReleases, findRelease, listReleaseRows, listUsage, type ReleaseRow } from './firmware.releases.store.ts';
import { createUpload } from './firmware.upload.service.ts';

export type ReleasesService = ReturnType<typeof createReleasesService>;

export interface ReleasesDependencies extends PublishingDependencies {
  files: Files;
  people: Pick<PeoplePort, 'accountsOf'>;
}

/** A file with the name that the person's browser saves. */
export interface NamedFile extends FileContent {
  readonly name: string;
}

const TYPE = 'application/octet-stream';

const nameOf = ({ version }: { version: string }): string => `firmware-${version}.bin`;

/** The firmware files of support staff: upload, list, download, publish, delete (FWM-01). */
export function createReleasesService(dependencies: ReleasesDependencies) {
  const { database, files, people, staff } = dependencies;
  const publishing = createPublishing(dependencies);
  const upload = createUpload(dependencies);

  const present = async (viewer: Actor, rows: readonly ReleaseRow[]): Promise<Release[]> => {
    const ids = rows.map(({ id }) => id);
    const personIds = rows.flatMap(({ uploadedBy, publishedBy }) => [uploadedBy, publishedBy]);
    const [usage, accounts, activeIds] = await Promise.all([
      listUsage(database.sql, ids),
      people.accountsOf([...new Set(personIds.filter((id) => id !== null))]),
      staff.activeIds(),
    ]);
    const usageOf = new Map(usage.map((each) => [each.id, each]));
    const personName = (id: string | null): string | null => {
      const account = id === null ? undefined : accounts.get(id);
      return account === undefined ? null : fullName(account);
    };
    return rows.map((row) => {
      const { id, version, model, chip, channel, sequence, sizeBytes, sha256, state, notes } = row;
      return {
        ...{ id, version, model, chip, channel, sequence, sizeBytes, sha256, state, notes },
        name: nameOf(row),
        type: TYPE,
        uploadedAt: row.uploadedAt.toISOString(),
        uploadedBy: personName(row.uploadedBy),
        publishedAt: row.publishedAt?.toISOString() ?? null,
        publishedBy: personName(row.publishedBy),
        expiresAt: row.expiresAt.toISOString(),
        mayPublish: mayPublish(viewer.accountId, row, activeIds),
        usedByRollouts: usageOf.get(id)?.rollouts ?? 0,
        usedByDevices: usageOf.get(id)?.devices ?? 0,
      };
    });
  };

  const get = async (id: string): Promise<ReleaseRow> => {
    const row = await findRelease(database.sql, id);
    if (row === null) throw new Refusal('not_found', texts.notFound);
    return row;
  };
  const presentOne = async (viewer: Actor, id: string): Promise<Release> =>
    (await present(viewer, [await get(id)]))[0]!;

  return {
    async list(viewer: Actor, { after, limit }: { after?: string | undefined; limit: number }) {
      const page = { after: readTimeCursor(after), limit: limit + 1 };
      const [rows, total, keys] = await Promise.all([
        listReleaseRows(database.sql, page),
        countReleases(database.sql),
        listKeys(database.sql),
      ]);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        releases: await present(viewer, shown),
        total,
        next: last === undefined ? null : timeCursorText({ at: last.uploadedAt, id: last.id }),
        keys: keys.map(({ addedAt, ...key }) => ({ ...key, addedAt: addedAt.toISOString() })),
      };
    },

    async upload(...[actor, origin, fields, file]: Parameters<typeof upload>): Promise<Release> {
      return presentOne(actor, await upload(actor, origin, fields, file));
    },

    async image(id: string): Promise<NamedFile> {
      const release = await get(id);
      const found = release.fileName === null ? undefined : await files.read(release.fileName);
      if (found === undefined) throw new Refusal('gone', texts.imageGone);
      return { name: nameOf(release), content: await buffer(found.stream), mediaType: TYPE };
    },

    async manifest(id: string): Promise<NamedFile> {
      const { version, manifest } = await get(id);
      return {
        name: `firmware-${version}.manifest.json`,
        content: Buffer.from(manifest),
        mediaType: 'application/json',
      };
    },

    async publish(actor: Actor, origin: CallOrigin, id: string, signature: SignatureFile): Promise<Release> {
      await publishing.publish(actor, origin, id, signature);
      return presentOne(actor, id);
    },

    delete: publishing.delete,
  };
}

/** For the rollouts, the updates and the delivery of this feature. */
export const releases: Releases = {
  findPublished: async (executor, id) => published(await findPublishedRow(executor, id)),
  lockPublished: async (tx, id) => published(await lockPublishedRow(tx, id)),
  sequenceOf: findSequence,
};

function published(row: PublishedRow | null): PublishedRelease | null {
  if (row === null) return null;
  const { manifest, keyId, signature, ...release } = row;
  const { minSequence } = manifestSchema.parse(JSON.parse(manifest));
  return { ...release, minSequence, signed: { manifest, keyId, signature: signature.toString('base64') } };
}
