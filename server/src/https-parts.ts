// The parts of HTTPS by certificate files: the pair that stays fresh, and the redirect from plain HTTP.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createRedirectServer, type RedirectServer } from '#platform/http/servers/redirect-server';
import { readCertificatePair } from '#platform/https/certificate-pair';
import { openWebCertificate, type WebCertificate, type WebCertificateOptions } from '#platform/https/web-certificate';
import type { Config } from './config/config.ts';

export interface HttpsParts {
  /** Null: this server speaks plain HTTP. */
  readonly certificate: WebCertificate | null;
  readonly redirect: RedirectServer | null;
}

/**
 * Reads the files before the database is made or upgraded. A version that cannot serve changes nothing.
 *
 * @throws StartProblem when the files cannot serve
 */
export async function checkCertificateFiles({ tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>): Promise<void> {
  if (tls !== null && publicUrl !== null) await readCertificatePair(tls, new URL(publicUrl).hostname, new Date());
}

/** Connections that wait for their redirect to HTTPS. */
const MOST_REDIRECTED = 256;

/** @throws StartProblem when the files cannot serve */
export async function openHttps(
  { tls, publicUrl, host, dataDirectory }: Config,
  tools: Pick<WebCertificateOptions, 'clock' | 'log' | 'metrics'>,
): Promise<HttpsParts> {
  if (tls === null || publicUrl === null) return { certificate: null, redirect: null };
  const certificate = await openWebCertificate({ ...tools, files: tls, publicUrl });
  const port = tls.redirectPort;
  if (port === null) return { certificate, redirect: null };
  // Of certbot: --webroot -w DATA_FOLDER/acme. certbot refuses a folder that does not exist.
  const challengeDirectory = join(dataDirectory, 'acme');
  await mkdir(challengeDirectory, { recursive: true });
  const redirect = createRedirectServer({ host, port, publicUrl, challengeDirectory, maxConnections: MOST_REDIRECTED });
  return { certificate, redirect };
}
