// SCALE-01: mutants of the protections against outages of other parts, races, forgotten audit entries and leaks of memory.
import { interruptActions } from '../faults/storage/atomic.fault.ts';
import { restoreBackups } from '../faults/storage/backup.fault.ts';
import { pauseDatabase } from '../faults/storage/database-pause.fault.ts';
import type { Mutant } from '../equipment/proofs/mutant.ts';
import { fuzzEverything } from '../faults/people/fuzz.fault.ts';
import { hangPayments } from '../faults/people/outage.fault.ts';
import { raceForOne } from '../faults/people/races.fault.ts';
import { restoreWithoutWal } from '../faults/storage/revived.fault.ts';
import { soak } from '../faults/links/soak.fault.ts';
import { cutAllTls } from '../faults/links/tls-storm.fault.ts';

export const mutantsOfOutages: readonly Mutant[] = [
  {
    name: 'messages that are acknowledged while the database stands still',
    patches: [
      {
        file: 'src/platform/devices/ingest/lane.ts',
        from: '    queue.push(entry);\n',
        to: '    queue.push(entry);\n    if (entry.source?.settle(entry.packetId)) entry.source.sendAcks();\n',
      },
    ],
    run: pauseDatabase,
  },
  {
    name: 'links without a lock and a unique index',
    patches: [
      {
        file: 'src/features/companies/companies.store.ts',
        from: 'from company where id = ${id} for update`',
        to: 'from company where id = ${id}`',
      },
      {
        file: 'migrations/0023-companies.sql',
        from: 'create unique index company_invitation_active',
        to: 'create index company_invitation_active',
      },
    ],
    run: raceForOne,
  },
  {
    name: 'assignments without a lock',
    patches: [
      {
        file: 'src/features/devices/devices.lock.store.ts',
        from: ' for no key update`',
        to: '`',
      },
      {
        file: 'migrations/0010-devices.sql',
        from: 'create unique index device_assignment_one',
        to: 'create index device_assignment_one',
      },
      {
        file: 'src/features/devices/assignment/devices.assignment.store.ts',
        from: '    on conflict (device_id) where ended_at is null do nothing\n',
        to: '',
      },
    ],
    run: raceForOne,
  },
  {
    name: 'handshakes over TLS that never give up their place',
    patches: [
      {
        file: 'src/platform/devices/endpoint/pending-connections.ts',
        from: '    if (network === undefined) return;\n',
        to: '    if (network === undefined || counts.size > 0) return;\n',
      },
    ],
    run: cutAllTls,
  },
  {
    name: 'audit entries that are written beside their action',
    patches: [
      {
        file: 'src/features/accounts/accounts.service.ts',
        from: "        await recordAudit(tx, ownEntryOf(actor.accountId, origin, 'accounts.delete'));\n",
        to: '',
      },
      {
        file: 'src/features/accounts/accounts.service.ts',
        from: "      if (verdict === 'proof_required') throw new Refusal('proof_required', accountsTexts.proveForDelete);\n",
        to: "      await recordAudit(database.sql, ownEntryOf(actor.accountId, origin, 'accounts.delete'));\n",
      },
    ],
    run: interruptActions,
  },
  {
    name: 'changes of a profile without an audit entry',
    patches: [
      {
        file: 'src/platform/audit/audit.ts',
        from: '  await sql`\n    insert into audit_log (actor_id, action, subject_type, subject_id, details, request_id, ip_address)\n    values',
        to: "  if (entry.action === 'accounts.updateProfile') return;\n  await sql`\n    insert into audit_log (actor_id, action, subject_type, subject_id, details, request_id, ip_address)\n    values",
      },
    ],
    run: fuzzEverything,
  },
  {
    name: 'streams that are remembered after their end',
    patches: [
      {
        file: 'src/platform/stream/open-streams.ts',
        from: "    response.once('close', () => forget(stream));\n",
        to: '',
      },
    ],
    run: soak,
  },
  {
    name: 'restores that pass over tombstones',
    patches: [
      {
        file: 'src/platform/backup/after-restore.ts',
        from: '    if (tombstones.length > 0 &&',
        to: '    if (tombstones.length < 0 &&',
      },
    ],
    run: restoreWithoutWal,
  },
  {
    name: 'backups that a stop leaves half written',
    patches: [
      {
        file: 'src/platform/backup/backup-files.ts',
        from: '    await handle.close().catch(() => {});\n    await rm(draft, { force: true });\n',
        to: '    await handle.close().catch(() => {});\n',
      },
    ],
    run: restoreBackups,
  },
  {
    name: 'calls of the payment service without a time limit',
    patches: [
      {
        file: 'src/integrations/payments/payments.transport.ts',
        from: 'const TIME_LIMIT_MS = 4_000;',
        to: 'const TIME_LIMIT_MS = 40_000;',
      },
    ],
    run: hangPayments,
  },
];
