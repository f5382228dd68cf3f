import { resolve } from 'node:path';
import { HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { z } from 'zod';
import { StartProblem } from '#platform/refusal/start-problem';
import { bucketOf, trustedProxiesOf, type Bucket, type TrustedProxies } from './config-addresses.ts';
import { groupProblemsOf, valueProblemsOf } from './config-checks.ts';
import { deviceConfigOf, type DeviceConfig } from './config-devices.ts';
import { serviceConfigOf, type ServiceConfig } from './config-services.ts';
import { examples, settings, type Settings } from './config-settings.ts';

/**
 * The only module that reads environment variables. Every setting has a default that works on one machine
 * (docs/operations.md). `config-settings.ts` lists names and formats, `config-devices.ts` and `config-services.ts`
 * hold groups of settings.
 */

export interface Config extends DeviceConfig, ServiceConfig {
  host: string;
  port: number;
  /** null: made of the host and the port that is really listened on. */
  publicUrl: string | null;
  /** The server speaks HTTPS itself, with these files. null: plain HTTP, for this machine or a proxy. */
  tls: {
    certificateFile: string;
    keyFile: string;
    /** Where plain HTTP is redirected to `publicUrl`. */
    redirectPort: number | null;
  } | null;
  dataDirectory: string;
  databaseUrl: string | null;
  /** The owner of the tables, for migrations. Null: the role of `databaseUrl` owns them. */
  databaseOwnerUrl: string | null;
  secretKey: string | null;
  /** How long a stopping process still serves while /readyz answers 503, so that load balancers send no one there. */
  stopDelaySec: number;
  /** The bucket for files. null: the data folder. */
  filesBucket: Bucket | null;
  map: {
    provider: 'open' | 'google' | 'none';
    styleUrl: string | null;
    tilesFile: string | null;
    googleKey: string | null;
  };
  /** Staff need a second factor to sign in. */
  staffSecondFactor: boolean;
  panic: {
    /** Repeated presses within this time are recorded and notify nobody again. */
    cooldownMs: number;
    /** A position older than this is shown as stale. */
    staleMs: number;
    /** Until the next contact is notified. */
    nextContactMs: number;
    /** Until the company and support are notified. */
    supportMs: number;
  };
  firmware: {
    /** How long a device must run a new version as usual before it counts as updated. */
    confirmMs: number;
    /** Until when a device must report after it restarted into a new version. */
    returnMs: number;
  };
  /** The training provider's page (CERT-07). */
  trainingUrl: string | null;
  metricsToken: string | null;
  trustProxy: TrustedProxies;
  /** `directory` null: no backups by schedule. */
  backups: { directory: string | null; everyMs: number; keep: number };
  logLevel: string;
}

/**
 * Whether all callers come from the address of a proxy that is not trusted, so that a limit per address would let one
 * of them lock out all (AUTH-19). Without a certificate of this server, an https address means such a proxy.
 */
export const isAddressShared = ({ publicUrl, tls, trustProxy }: Config): boolean =>
  (publicUrl?.startsWith('https:') ?? false) && tls === null && trustProxy === false;

export class ConfigError extends StartProblem {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `Invalid configuration (${problems.length === 1 ? '1 problem' : `${problems.length} problems`}):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads the settings; throws a ConfigError that names every problem at once, with the reason and an example. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));
  const parsed = settings.safeParse(given);
  const ofValues = parsed.success ? valueProblemsOf(parsed.data) : [];
  const problems = [...(parsed.error?.issues.map(describe) ?? []), ...groupProblemsOf(given), ...ofValues];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const s = parsed.data;
  const dataDirectory = resolve(s.TRACE_DATA_DIR);
  return {
    host: s.HOST,
    port: s.PORT,
    publicUrl: s.PUBLIC_URL === undefined ? null : new URL(s.PUBLIC_URL).origin,
    tls: tlsOf(s),
    dataDirectory,
    databaseUrl: s.DATABASE_URL ?? null,
    databaseOwnerUrl: s.DATABASE_OWNER_URL ?? null,
    secretKey: s.TRACE_SECRET_KEY ?? null,
    stopDelaySec: s.STOP_DELAY_SEC,
    ...deviceConfigOf(s),
    ...serviceConfigOf(s),
    filesBucket: s.FILES_URL === undefined ? null : bucketOf(s.FILES_URL),
    map: {
      provider: s.MAP_PROVIDER,
      styleUrl: s.MAP_STYLE_URL ?? null,
      tilesFile: s.MAP_TILES_FILE ? resolve(dataDirectory, s.MAP_TILES_FILE) : null,
      googleKey: s.GOOGLE_MAPS_API_KEY ?? null,
    },
    staffSecondFactor: s.STAFF_SECOND_FACTOR === 'on',
    panic: {
      cooldownMs: s.PANIC_COOLDOWN_SEC * SECOND_MS,
      staleMs: s.PANIC_STALE_SEC * SECOND_MS,
      nextContactMs: s.PANIC_NEXT_CONTACT_SEC * SECOND_MS,
      supportMs: s.PANIC_SUPPORT_SEC * SECOND_MS,
    },
    firmware: { confirmMs: s.FIRMWARE_CONFIRM_SEC * SECOND_MS, returnMs: s.FIRMWARE_RETURN_SEC * SECOND_MS },
    trainingUrl: s.TRAINING_URL ?? null,
    metricsToken: s.METRICS_TOKEN ?? null,
    trustProxy: trustedProxiesOf(s.TRUST_PROXY)!,
    backups: backupsOf(s),
    logLevel: s.LOG_LEVEL,
  };
}

function tlsOf({ TLS_CERT, TLS_KEY, HTTP_REDIRECT_PORT }: Settings): Config['tls'] {
  if (TLS_CERT === undefined || TLS_KEY === undefined) return null;
  return { certificateFile: resolve(TLS_CERT), keyFile: resolve(TLS_KEY), redirectPort: HTTP_REDIRECT_PORT ?? null };
}

const backupsOf = (s: Settings): Config['backups'] => ({
  directory: s.BACKUP_DIRECTORY === undefined ? null : resolve(s.BACKUP_DIRECTORY),
  everyMs: s.BACKUP_EVERY_HOURS * HOUR_MS,
  keep: s.BACKUP_KEEP,
});

function describe(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]) as keyof typeof examples;
  const example = examples[name];
  return `${name}: ${reasonOf(issue)}${example ? ` (for example ${name}=${example})` : ''}`;
}

/** The library's words are words for programmers, such as 'received NaN'. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected === 'int' ? 'must be a whole number' : 'must be a number';
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'must be a complete address, with special characters of a password encoded: %40 for @, %2F for /, %23 for #';
  if (issue.code === 'too_small' && issue.origin === 'string') return `must have at least ${issue.minimum} characters`;
  if (issue.code === 'too_big' && issue.origin !== 'string') return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_small' && issue.origin !== 'string')
    return `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}`;
  return issue.message;
}
