import { operationsRules as rules } from '@trace/contract/operations/operations.rules';
import type { AlertsMonitor } from '#features/alerts/alerts.port';
import type { HubQueueMonitor } from '#features/hub-queue/hub-queue.port';
import type { HubsMonitor } from '#features/hubs/hubs.port';
import type { BackupsState } from '#platform/backup/backups-state';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Gateway } from '#platform/devices/gateway/gateway';
import type { WebCertificate } from '#platform/https/web-certificate';
import { measureDisk } from '#platform/health/data-disk';
import type { PartsHealth } from '#platform/health/parts-health';
import type { JobKindFigures } from '#platform/jobs/job-administration';
import type { Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import type { Figures } from './operations.alarms.rules.ts';
import type { GatewayRate } from './operations.gateway-rate.service.ts';
import { readDatabaseBytes } from './operations.store.ts';

export interface FiguresDependencies {
  database: Database;
  clock: Clock;
  mail: Mail;
  jobs: Jobs;
  parts: Pick<PartsHealth, 'states'>;
  alerts: AlertsMonitor;
  hubs: HubsMonitor;
  hubQueue: HubQueueMonitor;
  gateway: () => Pick<Gateway, 'isOpen' | 'stats' | 'backlogs' | 'quarantine' | 'readCertificateFigures'>;
  gatewayRate: Pick<GatewayRate, 'current'>;
  /** Why the database refuses writes, or null. */
  writeProblem(): string | null;
  dataDirectory: string;
  /** Null: no certificate files are configured. */
  certificate: Pick<WebCertificate, 'current' | 'problem'> | null;
  backups(): Promise<BackupsState>;
}

/** Measures all parts. Mail, jobs and links are of all server processes, the gateway and the calls are of this one. */
export async function measureFigures(dependencies: FiguresDependencies): Promise<Figures> {
  const { clock, jobs, parts, alerts } = dependencies;
  const now = clock.now();
  const states = parts.states();
  const [mail, kinds, browsers, links, hubQueue, storage, backup, quarantine, certificates] = await Promise.all([
    dependencies.mail.administration.figures(),
    jobs.administration.figures(rules.lateMs),
    alerts.countBrowsers(),
    dependencies.hubs.figures({ attempts: rules.hubAttempts, lateMs: rules.lateMs }),
    dependencies.hubQueue.figures(),
    measureStorage(dependencies),
    dependencies.backups(),
    dependencies.gateway().quarantine.figures(rules.quarantineWindowMs),
    dependencies.gateway().readCertificateFigures(),
  ]);
  const pushJobs = kinds.find(({ name }) => name === alerts.pushJob);
  return {
    at: now.toISOString(),
    mail: {
      state: states.mail,
      waiting: mail.waiting,
      oldestWaitingAt: mail.oldestWaitingAt?.toISOString() ?? null,
      sentLastDay: mail.sentLately,
      failedLastDay: mail.failedLately,
    },
    push: { state: states.push, ...browsers, waiting: pushJobs?.waiting ?? 0, late: pushJobs?.late ?? 0 },
    sms: { state: states.sms },
    hubs: { state: states.hubs, ...links },
    hubQueue: { ...hubQueue, lastPollAt: hubQueue.lastPollAt?.toISOString() ?? null },
    jobs: { isWorking: jobs.isWorking(), ...sumOf(kinds), kinds: kinds.map(withoutLately) },
    storage: { files: states.files, ...storage },
    https: httpsFigures(dependencies),
    backup: backupFigures(backup),
    quarantine: {
      kept: quarantine.kept,
      lastHour: quarantine.lately,
      newestAt: quarantine.newestAt?.toISOString() ?? null,
    },
    certificates: {
      ...certificates,
      gatewayEndsAt: certificates.gatewayEndsAt.toISOString(),
      authorityEndsAt: certificates.authorityEndsAt.toISOString(),
      nextAuthorityEndsAt: certificates.nextAuthorityEndsAt?.toISOString() ?? null,
    },
    gateway: { ...gatewayFigures(dependencies), broker: states.broker },
  };
}

function backupFigures({ lastAt, nextAt, coveredUntil, testedAt, ...rest }: BackupsState): Figures['backup'] {
  const text = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    ...rest,
    ...{ lastAt: text(lastAt), nextAt: text(nextAt), coveredUntil: text(coveredUntil), testedAt: text(testedAt) },
  };
}

async function measureStorage({ database, dataDirectory, writeProblem }: FiguresDependencies) {
  const [disk, databaseBytes] = await Promise.all([measureDisk(dataDirectory), readDatabaseBytes(database.sql)]);
  const [diskBytes, freeBytes] = [disk?.sizeBytes ?? null, disk?.freeBytes ?? null];
  return { writeProblem: writeProblem(), diskBytes, freeBytes, databaseBytes };
}

function httpsFigures({ certificate }: FiguresDependencies): Figures['https'] {
  if (certificate === null) return { state: 'off', expiresAt: null };
  const state = certificate.problem() === null ? 'ok' : 'failing';
  return { state, expiresAt: certificate.current().expiresAt.toISOString() };
}

function gatewayFigures({ gateway, gatewayRate }: FiguresDependencies): Omit<Figures['gateway'], 'broker'> {
  const lanes = [...gateway().backlogs()].map(([name, backlog]) => ({ name, ...backlog }));
  return { isOpen: gateway().isOpen(), connections: gateway().stats().connections, ...gatewayRate.current(), lanes };
}

function sumOf(kinds: readonly JobKindFigures[]) {
  const sum = (read: (kind: JobKindFigures) => number): number => kinds.reduce((total, kind) => total + read(kind), 0);
  return {
    waiting: sum(({ waiting }) => waiting),
    running: sum(({ running }) => running),
    late: sum(({ late }) => late),
    failed: sum(({ failed }) => failed),
    failedLastDay: sum(({ failedLately }) => failedLately),
  };
}

const withoutLately = ({ name, waiting, running, late, failed }: JobKindFigures) => ({
  name,
  waiting,
  running,
  late,
  failed,
});
