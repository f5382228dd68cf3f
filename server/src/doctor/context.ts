import type { DatabaseFacts, SealedValues } from '#platform/db/inspection';
import type { DoctorAnswer, DoctorKey } from '#platform/http/servers/doctor-proof';
import type { Log } from '#platform/log/log';
import type { Secrets } from '#platform/secrets/secrets';
import type { Config } from '#server/config/config';

/** The installation as the checks see it. */
export interface Context {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Null: no key exists yet, or it cannot be used. */
  readonly secrets: Secrets | null;
  readonly key: DoctorKey | null;
  /** The answer of the server of this installation on this machine. Null: the server does not run. */
  readonly server: DoctorAnswer | null;
  /** The role that the running server uses. Null: there is no database to look at. */
  readonly databaseUrl: string | null;
  facts(): Promise<DatabaseFacts>;
  /** Resolves to null when the database cannot be reached. */
  sealed(): Promise<SealedValues | null>;
  /** The style of the open map. Null: maps need none. */
  readonly mapStyleUrl: string | null;
}
