// REG-12: which certificates end soon, for the page Operations, the metrics and the console.
import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Registry as MetricsRegistry } from 'prom-client';

import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';

import type { DeviceIdsOf } from '../connection-admission.ts';
import type { Authority } from './authority.ts';
import { countUntrusting } from './gateway-certificate.ts';

export interface CertificateFigures {
  /** Registered devices whose last certificate ends within 30 days. */
  readonly devicesEnding: number;
  /** Registered devices whose last certificate has ended. */
  readonly devicesEnded: number;
  readonly gatewayEndsAt: Date;
  readonly authorityEndsAt: Date;
  readonly nextAuthorityEndsAt: Date | null;
  readonly devicesUntrusting: number;
}

export interface CertificateFiguresDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly authority: Authority;
  readonly deviceIdsOf: DeviceIdsOf;
}

export async function readCertificateFigures(
  dependencies: CertificateFiguresDependencies,
): Promise<CertificateFigures> {
  const { database, clock, authority, deviceIdsOf } = dependencies;
  const now = clock.now();
  const [ends, gatewayEndsAt, devicesUntrusting] = await Promise.all([
    listEnds(database.sql, new Date(now.getTime() + rules.warnMs)),
    readGatewayEnd(database.sql),
    countUntrusting(database.sql, authority, now),
  ]);
  const registered = await deviceIdsOf(ends.map(({ serial }) => serial));
  const ofDevices = ends.filter(({ serial }) => registered.has(serial));
  const devicesEnded = ofDevices.filter(({ endsAt }) => endsAt <= now).length;
  const [first, next] = authority.roots();
  return {
    devicesEnding: ofDevices.length - devicesEnded,
    devicesEnded,
    gatewayEndsAt: gatewayEndsAt ?? now,
    authorityEndsAt: new Date(first!.endsMs),
    nextAuthorityEndsAt: next === undefined ? null : new Date(next.endsMs),
    devicesUntrusting,
  };
}

export interface CertificateEnd {
  serial: string;
  endsAt: Date;
}

const MOST_ENDS = 10_000;

/** The serials whose last certificate ends before this time, the earliest end first. */
export async function listEnds(executor: Executor, before: Date): Promise<CertificateEnd[]> {
  const { rows } = await sql<CertificateEnd>`
    select serial, max(expires_at) as ends_at from device_certificate
    where revoked_at is null and retires_at is null
    group by serial having max(expires_at) < ${before}
    order by ends_at, serial limit ${MOST_ENDS}`.execute(executor);
  return rows;
}

/** The end of the last certificate of a serial. Null without a valid certificate. */
export async function readEnd(executor: Executor, serial: string): Promise<Date | null> {
  const { rows } = await sql<{ endsAt: Date | null }>`
    select max(expires_at) as ends_at from device_certificate
    where serial = ${serial} and revoked_at is null and retires_at is null`.execute(executor);
  return rows[0]!.endsAt;
}

async function readGatewayEnd(executor: Executor): Promise<Date | null> {
  const { rows } = await sql<{ expiresAt: Date }>`select expires_at from device_gateway_certificate`.execute(executor);
  return rows[0]?.expiresAt ?? null;
}

/** While the database is away, the gauges keep their last values. */
export function exposeCertificateFigures(metrics: MetricsRegistry, read: () => Promise<CertificateFigures>): void {
  const ends = new Gauge({
    name: 'trace_certificate_end_seconds',
    help: 'When the certificate of the device gateway and its authority end, in Unix time',
    labelNames: ['certificate'],
    registers: [metrics],
  });
  const devices: Gauge = new Gauge({
    name: 'trace_certificate_devices',
    help: 'Registered devices whose certificate ends within 30 days or has ended, and that lack the next authority',
    labelNames: ['state'],
    registers: [metrics],
    collect: async () => {
      const figures = await read().catch(() => null);
      if (figures === null) return;
      ends.set({ certificate: 'gateway' }, figures.gatewayEndsAt.getTime() / 1_000);
      ends.set({ certificate: 'authority' }, figures.authorityEndsAt.getTime() / 1_000);
      devices.set({ state: 'ending' }, figures.devicesEnding);
      devices.set({ state: 'ended' }, figures.devicesEnded);
      devices.set({ state: 'untrusting' }, figures.devicesUntrusting);
    },
  });
}
