import { z } from 'zod';
import { hubRules } from './hubs.rules.ts';

/** The hub service's own id of a hub: 8 upper-case hexadecimal digits. */
export const hubIdSchema = z.string().regex(/^[0-9A-F]{8}$/, 'A hub ID has 8 characters: 0-9 and A-F.');

/** A hub as offered for selection (HUB-01). */
export const hubSchema = z.strictObject({
  hubId: hubIdSchema,
  name: z.string(),
  /** The location as reported by the hub service. Null when not reported. */
  location: z.string().nullable(),
  /** null: not known, which is not offline. */
  isOnline: z.boolean().nullable(),
});

export type Hub = z.infer<typeof hubSchema>;

/** The credentials of a hub service account. `totp` is for accounts that require a code (HUB-06). */
export const hubCredentialsSchema = z.strictObject({
  username: z.string().max(hubRules.usernameMaxLength),
  password: z.string().max(hubRules.passwordMaxLength),
  totp: z.string().max(12).optional(),
});

export type HubCredentials = z.infer<typeof hubCredentialsSchema>;

/**
 * A handle for a sign-in at the hub service whose tokens stay on the server. Valid for one user, one session and 10
 * min.
 */
export const hubHandleSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
