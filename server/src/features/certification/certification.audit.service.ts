import { recordAudit, type AuditEntry } from '#platform/audit/audit';
import type { Executor } from '#platform/db/database';

/** Writes an audit entry about a certification. Without an actor, the server or the operator at the console acted. */
export async function auditCertification(
  tx: Executor,
  action: string,
  number: string | null,
  known: Partial<Pick<AuditEntry, 'actorId' | 'details' | 'requestId' | 'address'>> = {},
): Promise<void> {
  const { actorId = null, details = {}, requestId = null, address = null } = known;
  const subject = { type: 'certification', id: number };
  await recordAudit(tx, { actorId, action, subject, details, requestId, address });
}
