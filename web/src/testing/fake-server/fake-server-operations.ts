import { done } from '@trace/contract/kernel/endpoint';
import {
  countAlarms,
  listFailedJobs,
  listMails,
  listQuarantined,
  readMail,
  readOperations,
  resendMail,
  retryJob,
} from '@trace/contract/operations/operations.api';
import type { FailedJob, MailRow, Operations, ServerProcessView } from '@trace/contract/operations/operations.schema';
import { refuse, type FakeServer } from './fake-server.ts';
import { ago } from './devices/fake-server-status.ts';

const aProcess = (name: string, change: Partial<ServerProcessView>): ServerProcessView => ({
  name,
  version: '0.1.0',
  startedAt: ago(600),
  seenAt: ago(0),
  isStopping: false,
  deviceConnections: 12,
  openPages: 4,
  isAnswering: false,
  ...change,
});

export const calmOperations = (): Operations => ({
  at: new Date().toISOString(),
  alarms: [],
  processes: [aProcess('web-1:3000', { isAnswering: true }), aProcess('web-2:3000', { openPages: 9 })],
  mail: { state: 'ok', waiting: 0, oldestWaitingAt: null, sentLastDay: 214, failedLastDay: 2 },
  push: { state: 'ok', browsers: 31, resting: 1, waiting: 0, late: 0 },
  sms: { state: 'ok' },
  hubs: { state: 'ok', links: 18, broken: 0, failing: 0, late: 0 },
  hubQueue: { state: 'ok', lastPollAt: ago(0.1), waiting: 0, setAsideLastDay: 0 },
  jobs: { isWorking: true, waiting: 3, running: 1, late: 0, failed: 0, failedLastDay: 0, kinds: [] },
  storage: {
    files: 'ok',
    writeProblem: null,
    diskBytes: 107_374_182_400,
    freeBytes: 64_424_509_440,
    databaseBytes: 3_489_660_928,
  },
  https: { state: 'ok', expiresAt: ago(-60 * 24 * 60) },
  backup: {
    ...{ mode: 'scheduled', lastAt: ago(600), sizeBytes: 402_653_184, kept: 7, nextAt: ago(-1_430) },
    ...{ coveredUntil: ago(1), testedAt: ago(172_800), isFailing: false, isTestFailing: false },
  },
  quarantine: { kept: 12, lastHour: 0, newestAt: ago(3_000) },
  certificates: {
    devicesEnding: 0,
    devicesEnded: 1,
    gatewayEndsAt: ago(-80 * 24 * 60),
    authorityEndsAt: ago(-19 * 365 * 24 * 60),
    nextAuthorityEndsAt: null,
    devicesUntrusting: 0,
  },
  gateway: {
    isOpen: true,
    broker: 'off',
    connections: 25,
    messagesPerSec: 4.25,
    refusedPerMin: 0,
    lanes: [{ name: 'events', waiting: 0, delayMs: 0 }],
  },
});

/** Answers as the server does, from `world`. */
export function serveOperations(
  server: FakeServer,
  world: { state: Operations; mails: MailRow[]; isConfigured: boolean; jobs: FailedJob[] },
): void {
  server.on(readOperations, () => ({ ...world.state, at: new Date().toISOString() }));
  server.on(countAlarms, () => ({ alarms: world.state.alarms.length }));
  server.on(listMails, ({ query: { state, search } }) => ({
    mails: world.mails.filter((mail) => mail.state === state && mail.recipient.includes(search)),
    isConfigured: world.isConfigured,
    next: null,
  }));
  server.on(readMail, ({ params }) => {
    const mail = world.mails.find(({ id }) => id === params.id);
    if (mail === undefined) return refuse('not_found');
    return { recipient: mail.recipient, subject: mail.subject, text: 'Your confirmation code: 4829 1377' };
  });
  server.on(resendMail, ({ params }) => {
    world.mails = world.mails.filter(({ id }) => id !== params.id);
    return done;
  });
  server.on(listFailedJobs, () => ({ jobs: world.jobs, next: null }));
  server.on(retryJob, ({ params }) => {
    world.jobs = world.jobs.filter(({ id }) => id !== params.id);
    return done;
  });
  server.on(listQuarantined, () => ({
    messages: [
      {
        id: '7',
        serialNumber: 'Trace_4F21',
        kind: 'location',
        reason: 'invalid: lng',
        sizeBytes: 84,
        receivedAt: ago(3_000),
      },
    ],
    next: null,
  }));
}
