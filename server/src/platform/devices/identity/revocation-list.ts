// Revoked certificates, in memory at most a second after their revocation in any process.
import { sql } from 'kysely';

import type { Clock, Stop } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';

export const REVOKED_CHANNEL = 'device_certificate_revoked';

export interface RevokedCertificate {
  fingerprint: string;
  serial: string;
}

export interface RevocationList {
  has(fingerprint: string): boolean;
  /** Reads the list, then reads additions at every notification and every second. */
  start(): Promise<Stop>;
}

const POLL_MS = 1_000;
/** A revocation stores the time at which its transaction began, so this overlap finds late commits. */
const OVERLAP_SEC = 60;

interface Row extends RevokedCertificate {
  revokedAt: Date;
}

/** `onRevoked` hears of each certificate once. */
export function createRevocationList(options: {
  database: Database;
  clock: Clock;
  log: Log;
  onRevoked: (certificate: RevokedCertificate) => void;
}): RevocationList {
  const { database, clock, log, onRevoked } = options;
  const revoked = new Set<string>();
  let newestAt = new Date(0);

  const read = async (): Promise<void> => {
    const { rows } = await sql<Row>`
      /* prepared: revoked certificates */ select fingerprint, serial, revoked_at from device_certificate
      where revoked_at > ${newestAt}::timestamptz - make_interval(secs => ${OVERLAP_SEC}) and expires_at > now()
    `.execute(database.sql);
    for (const row of rows) add(row);
  };

  const add = ({ fingerprint, serial, revokedAt }: Row): void => {
    if (revokedAt > newestAt) newestAt = revokedAt;
    if (revoked.has(fingerprint)) return;
    revoked.add(fingerprint);
    onRevoked({ fingerprint, serial });
  };

  const readAgain = async (): Promise<void> => {
    try {
      await read();
    } catch (error) {
      // Admission also queries the database, so no revoked device can connect meanwhile. Existing connections are
      // checked a second later.
      log.warn(
        { err: error },
        'Reading revoked certificates failed, revoked devices may stay connected until the next read',
      );
    }
  };

  const start = async (): Promise<Stop> => {
    await read();
    const stopListening = await database.listen(REVOKED_CHANNEL, () => void readAgain());
    const stopPolling = clock.every(POLL_MS, readAgain);
    return () => {
      stopListening();
      stopPolling();
    };
  };

  return { has: (fingerprint) => revoked.has(fingerprint), start };
}
