import type { Channel } from '@trace/contract/firmware/firmware.rules';
import type { SignedManifest } from '@trace/contract/firmware/firmware.manifest.schema';
import type { Executor } from '#platform/db/database';

/** A published release, as rollouts offer it and the delivery sends it. */
export interface PublishedRelease {
  readonly id: string;
  readonly model: string;
  readonly chip: string | null;
  readonly version: string;
  readonly channel: Channel;
  readonly sequence: number;
  readonly minSequence: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly md5: string;
  readonly notes: string;
  readonly publishedAt: Date;
  readonly expiresAt: Date;
  readonly signed: SignedManifest;
  /** The name of the stored file, for `Files`. */
  readonly fileName: string;
}

/** Used by the rollouts, the updates and the delivery of this feature. */
export interface Releases {
  /** Null for a draft, a withdrawn release, an unknown id, and when the key is no longer trusted. An expired release is returned: see `expiresAt`. */
  findPublished(executor: Executor, id: string): Promise<PublishedRelease | null>;
  /** As `findPublished`, and the release is not withdrawn until commit. For the start of a rollout. */
  lockPublished(tx: Executor, id: string): Promise<PublishedRelease | null>;
  /** The sequence of the release of this model with this version, whatever its state. Null: not a release of ours. */
  sequenceOf(executor: Executor, model: string, version: string): Promise<number | null>;
}
