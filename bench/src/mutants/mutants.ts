// SCALE-01: builds with one protection removed. The fault test must catch each mutant, otherwise the test proves
// nothing.
import type { FaultSettings, Outcome } from '../equipment/proofs/fault.ts';
import type { Mutant } from '../equipment/proofs/mutant.ts';
import { copyServer } from '../equipment/servers/server-copy.ts';
import type { Patch } from '../equipment/servers/server-copy.ts';
import { disturbBroker } from '../faults/links/broker.fault.ts';
import { damageLinks } from '../faults/links/bad-link.fault.ts';
import { restoreBackups } from '../faults/storage/backup.fault.ts';
import { fillDisk } from '../faults/storage/disk-full.fault.ts';
import { floodNeighbours } from '../faults/links/flood.fault.ts';
import { killCycles } from '../faults/storage/kill.fault.ts';
import { pressUnderFire } from '../faults/people/panic.fault.ts';
import { mutantsOfOutages } from './mutants-of-outages.ts';
import { mutantsOfPacking } from './mutants-of-packing.ts';
import { mutantsOfPromises } from './mutants-of-promises.ts';
import { losePower } from '../faults/storage/power-loss.fault.ts';
import { killOneOfTwo } from '../faults/links/processes.fault.ts';
import { cutAll } from '../faults/links/reconnect-storm.fault.ts';
import { restoreCopy } from '../faults/storage/restore.fault.ts';
import { stopReading } from '../faults/links/slow-reader.fault.ts';
import { failUpgrade } from '../faults/storage/upgrade.fault.ts';
import { killWhileApplying } from '../faults/people/webhook.fault.ts';

const SETTLER = 'src/platform/devices/ingest/batch-settler.ts';
const READER = 'src/platform/stream/reader.ts';
const SETTINGS = 'src/platform/db/embedded/embedded-settings.ts';

const commitEarly: readonly Patch[] = [
  { file: SETTINGS, from: "synchronous_commit: 'on'", to: "synchronous_commit: 'off'" },
];

const NEW_AUTHORITY = `  const root = await openRoot(kept, secrets).catch(async () => {
    await sql\`delete from device_gateway_certificate\`.execute(database.sql);
    await sql\`delete from device_authority\`.execute(database.sql);
    return openRoot(await database.transaction((tx) => makeRoot(tx, secrets, clock)), secrets);
  });
`;

const noUniqueKey: readonly Patch[] = [
  {
    file: 'migrations/0014-tracking.sql',
    from: 'primary key (device_id, at, boot, seq) include (lat, lng)',
    to: 'check (true)',
  },
];

const acknowledgeEarly: readonly Patch[] = [
  { file: SETTLER, from: '    acknowledge(batch);\n', to: '' },
  {
    file: SETTLER,
    from: '      const { afterCommit, error } = await attempt(batch);\n',
    to: '      acknowledge(batch);\n      const { afterCommit, error } = await attempt(batch);\n',
  },
];

const PANIC = 'src/features/panic';
const NOTIFY = `${PANIC}/delivery/panic.notify.service.ts`;

/** Messages that only the memory of the process knows for a moment after the commit. */
const messagesInMemory: readonly Patch[] = [
  {
    file: NOTIFY,
    from: 'export function createNotify({ clock, jobs, mail, people, links, contacts, portalUrl }: NotifyDependencies) {\n',
    to: 'export function createNotify(dependencies: NotifyDependencies) {\n  const { clock, jobs, mail, people, links, contacts, portalUrl } = dependencies;\n  const { database } = dependencies as any;\n',
  },
  {
    file: NOTIFY,
    from: "if (by('push').length > 0) await jobs.enqueueAll(tx, pushJob, jobsOf('push'));",
    to: "setTimeout(() => void jobs.enqueueAll(database.sql, pushJob, jobsOf('push')).catch(() => {}), 50);",
  },
  {
    file: NOTIFY,
    from: "if (by('sms').length > 0) await jobs.enqueueAll(tx, smsJob, jobsOf('sms'));",
    to: "setTimeout(() => void jobs.enqueueAll(database.sql, smsJob, jobsOf('sms')).catch(() => {}), 50);",
  },
];

const pressOneRound: Mutant['run'] = ({ seed }, directory) => pressUnderFire({ seed, cycles: 1 }, directory);

const playOneOfTwo: Mutant['run'] = ({ seed }, directory) => killOneOfTwo({ seed, cycles: 1 }, directory);

export const mutants: readonly Mutant[] = [
  { name: 'acknowledge before commit', patches: acknowledgeEarly, run: killCycles },
  { name: 'PUBACK to the broker before commit', patches: acknowledgeEarly, run: disturbBroker },
  {
    name: 'a full disk that is taken for a broken message',
    patches: [
      {
        file: SETTLER,
        from: '  return isDataError(error) || error instanceof TypeError',
        to: "  return (error as { code?: unknown }).code === '53100' || isDataError(error) || error instanceof TypeError",
      },
      {
        file: SETTLER,
        from: '      if (instead === null) return settle(batch);\n',
        to: '      return settle(batch);\n',
      },
    ],
    run: fillDisk,
  },
  { name: 'no unique key', patches: noUniqueKey, run: killCycles },
  { name: 'no unique key, over links that break', patches: noUniqueKey, run: damageLinks },
  { name: 'commits that do not wait for the disk', patches: commitEarly, run: killCycles },
  { name: 'commits that do not wait for the disk, at a power loss', patches: commitEarly, run: losePower },
  {
    name: 'a database that never flushes',
    patches: [{ file: SETTINGS, from: "fsync: 'on'", to: "fsync: 'off'" }],
    run: losePower,
  },
  {
    name: 'devices without limits',
    patches: [
      {
        file: 'src/platform/devices/flood/message-limits.ts',
        from: '      if (waitMs > 0) return held(waitMs);\n',
        to: '',
      },
    ],
    run: floodNeighbours,
  },
  {
    name: 'callers without limits',
    patches: [
      {
        file: 'src/platform/http/requests/call-limits.ts',
        from: '      if (window.calls <= limit.calls) return;\n',
        to: '      if (window.calls > 0) return;\n',
      },
    ],
    run: floodNeighbours,
  },
  {
    name: 'returning devices that cannot wait in the kernel',
    patches: [
      { file: 'src/platform/devices/endpoint/listeners.ts', from: 'const BACKLOG = 4_096;', to: 'const BACKLOG = 1;' },
    ],
    run: cutAll,
  },
  {
    name: 'a new authority where the key of the old one is missing',
    patches: [
      {
        file: 'src/platform/devices/identity/authority.ts',
        from: '  const root = await openRoot(kept, secrets);\n',
        to: NEW_AUTHORITY,
      },
    ],
    run: restoreCopy,
  },
  {
    name: 'backups without the WAL after them',
    patches: [
      {
        file: 'src/platform/backup/wal-stream.ts',
        from: '    if (frames.length > 0) await part.append(frames);\n',
        to: '',
      },
    ],
    run: restoreBackups,
  },
  {
    name: 'backups whose damage is passed over',
    patches: [
      {
        file: 'src/platform/backup/sealed-file.ts',
        from: '    if (opened === null) throw damaged(name, position);\n',
        to: '    if (opened === null) return;\n',
      },
      {
        file: 'src/platform/backup/restore-backup.ts',
        from: '  if (!isComplete) throw',
        to: '  if (!isComplete && file === "") throw',
      },
    ],
    run: restoreBackups,
  },
  {
    name: 'upgrades that stop half way',
    patches: [
      {
        file: 'src/platform/db/migrate.ts',
        from: 'together ? [waiting] : waiting.map((migration) => [migration])',
        to: 'waiting.map((migration) => [migration])',
      },
    ],
    run: failUpgrade,
  },
  {
    name: 'upgrades without a backup before',
    patches: [
      {
        file: 'src/server.ts',
        from: 'beforeUpgrade: () => backUpBeforeUpgrade(backup),',
        to: 'beforeUpgrade: async () => void backUpBeforeUpgrade,',
      },
    ],
    run: failUpgrade,
  },
  {
    name: 'streams without an end',
    patches: [
      { file: READER, from: 'const COLLAPSE_ABOVE_BYTES = 64 * 1024;', to: 'const COLLAPSE_ABOVE_BYTES = Infinity;' },
      { file: READER, from: 'const END_ABOVE_BYTES = 256 * 1024;', to: 'const END_ABOVE_BYTES = Infinity;' },
    ],
    run: stopReading,
  },
  {
    name: 'events that count as applied before they are',
    patches: [
      {
        file: 'src/features/subscription/billing/subscription.stripe-sync.service.ts',
        from: '    const { accountId, customerId } = row;\n',
        to: '    if (upTo !== null) await updateApplied(database.sql, row.customerId, upTo, clock.now());\n    const { accountId, customerId } = row;\n',
      },
    ],
    run: killWhileApplying,
  },
  {
    name: 'work that is written beside its event',
    patches: [
      {
        file: 'src/features/subscription/billing/subscription.webhook.service.ts',
        from: '      await readLater(tx, customer.id, id);\n',
        to: '      setTimeout(() => void readLater(database.sql, customer.id, id), 20);\n',
      },
    ],
    run: killWhileApplying,
  },
  ...mutantsOfPacking,
  ...mutantsOfPromises,
  ...mutantsOfOutages,
  { name: 'panics acknowledged before commit', patches: acknowledgeEarly, run: pressOneRound },
  { name: 'panic messages that only the memory knows', patches: messagesInMemory, run: pressOneRound },
  {
    name: 'panic jobs with a long lease',
    patches: [
      {
        file: 'src/platform/jobs/jobs.ts',
        from: 'export const URGENT_LEASE_MS = 4_000;',
        to: 'export const URGENT_LEASE_MS = 30_000;',
      },
    ],
    run: pressOneRound,
  },
  {
    name: 'processes that push to their own pages alone',
    patches: [
      {
        file: 'src/platform/stream/streams.ts',
        from: '      relay.push(event.name, recipients, key, data);\n',
        to: '',
      },
    ],
    run: playOneOfTwo,
  },
  {
    name: 'processes that keep connections which continue elsewhere',
    patches: [
      {
        file: 'src/platform/devices/connection-manager.ts',
        from: '      remoteTakeover.announce(connection);\n',
        to: '',
      },
    ],
    run: playOneOfTwo,
  },
  { name: 'one of two processes that acknowledges before commit', patches: acknowledgeEarly, run: killOneOfTwo },
];

/** A mutant that was not caught after so many cycles will not be. */
const MOST_CYCLES = 12;

/** Runs the fault of each mutant on a server with its patches, where the fault has to fail. */
export async function* catchMutants({ seed }: FaultSettings, chosen: readonly Mutant[]): AsyncGenerator<Outcome> {
  for (const mutant of chosen)
    yield await catchOne(mutant, { seed, cycles: MOST_CYCLES }).catch((error: unknown) => ({
      title: mutant.name,
      problems: [`it could not be run: ${String(error)}`],
      note: '',
    }));
}

async function catchOne({ name, patches, run }: Mutant, settings: FaultSettings): Promise<Outcome> {
  const copy = await copyServer(patches);
  try {
    for await (const { title, problems, note, isNotRun } of run(settings, copy.directory)) {
      if (isNotRun === true) return { title: name, problems: [], note, isNotRun };
      if (problems.length > 0) return { title: name, problems: [], note: `caught in ${title}: ${problems[0]}` };
    }
    return { title: name, problems: ['it was not caught'], note: '' };
  } finally {
    await copy.remove();
  }
}
