import { UnknownKeyError } from '#platform/secrets/secrets';
import type { Context } from './context.ts';
import { fail, ok, warn, type Found } from './finding.ts';

const RIGHT_KEY =
  'Set TRACE_SECRET_KEY to the key with which this database was used, or put its secret.key back into the data folder.';

/** Opens a sealed value of the database, and shows none. */
export async function checkSecretKey({ config, secrets, databaseUrl, sealed }: Context): Promise<Found | Found[]> {
  // The key cannot be used, which has a line of its own.
  if (secrets === null && config.secretKey !== null) return [];
  if (secrets === null)
    return config.databaseUrl === null
      ? warn('There is no secret key yet. The first start makes one.', 'Start the server, then run this again.')
      : fail('TRACE_SECRET_KEY is not set.', 'Set it to the output of: openssl rand -base64 32');
  if (databaseUrl === null) return ok('The secret key can be used.');
  const values = await sealed();
  // The line of the database says why.
  if (values === null) return [];
  const { authority, pushKey } = values;
  try {
    if (authority !== null) secrets.open(authority.sealedKey, 'device authority');
    if (pushKey !== null) secrets.open(pushKey.sealedPrivateKey, 'push-key');
  } catch (error) {
    if (error instanceof UnknownKeyError) return fail('The secret key does not fit the database.', RIGHT_KEY);
    return fail('A sealed value of the database was changed.', 'Restore the database from a backup.');
  }
  return ok(authority === null ? 'The secret key can be used.' : 'The secret key fits the database.');
}
