// Gives /readyz the parts of this process.
import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { isReachable } from '#platform/db/health';
import type { Gateway } from '#platform/devices/gateway/gateway';
import type { PartsHealth } from '#platform/health/parts-health';
import { createReadiness, type CheckReadiness } from '#platform/health/readiness';
import type { WriteHealth } from '#platform/health/write-health';
import type { WebCertificate } from '#platform/https/web-certificate';
import type { Jobs } from '#platform/jobs/jobs';
import type { Log } from '#platform/log/log';
import type { ServerProcesses } from '#platform/processes/server-processes';

interface Asked {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly processes: Pick<ServerProcesses, 'isStopping'>;
  readonly writes: Pick<WriteHealth, 'problem'>;
  readonly jobs: Pick<Jobs, 'isWorking' | 'areUrgentLate'>;
  readonly parts: Pick<PartsHealth, 'states'>;
  readonly auth: { checkSignIn(): Promise<void> };
  readonly gateway: Pick<Gateway, 'isOpen' | 'backlogs'>;
  readonly certificate: Pick<WebCertificate, 'problem'> | null;
}

/** Messages of a panic are due within seconds. */
const URGENT_LATE_MS = MINUTE_MS;

export function openReadiness({ auth, gateway, writes, ...asked }: Asked): CheckReadiness {
  const parts = {
    isDatabaseReachable: () => isReachable(asked.database),
    isStopping: asked.processes.isStopping,
    checkSignIn: auth.checkSignIn,
    writeProblem: writes.problem,
    isGatewayUp: gateway.isOpen,
    eventDelayMs: () => gateway.backlogs().get('events')?.delayMs ?? 0,
    urgentJobs: async () => ((await asked.jobs.areUrgentLate(URGENT_LATE_MS)) ? 'late' : 'ok'),
    others: () => ({
      jobs: asked.jobs.isWorking() ? 'ok' : 'failing',
      ...asked.parts.states(),
      https: stateOfCertificate(asked.certificate),
    }),
  };
  return createReadiness(parts, asked);
}

function stateOfCertificate(certificate: Asked['certificate']): string {
  if (certificate === null) return 'off';
  return certificate.problem() === null ? 'ok' : 'failing';
}
