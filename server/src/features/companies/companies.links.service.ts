import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { invitationRules, invitationUrl } from '@trace/contract/companies/companies.rules';
import type { InvitationLink } from '@trace/contract/companies/companies.schema';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import {
  endActive,
  findActive,
  insertInvitation,
  type InvitationRow,
  type Limits,
} from './companies.invitations.store.ts';
import {
  companyEntryOf,
  changeCompany,
  requirePermission,
  type CompaniesDependencies,
  type Origin,
} from './companies.permission.service.ts';
export type LinksService = ReturnType<typeof createLinksService>;

/** The active invitation link of a company, as its owner sees and replaces it. */
export function createLinksService(dependencies: CompaniesDependencies) {
  const { database, clock, secrets, portalUrl } = dependencies;

  const present = (row: Omit<InvitationRow, 'companyId'>): InvitationLink => ({
    url: invitationUrl(portalUrl(), secrets.open(row.sealedToken, sealedFor(row.id))),
    madeAt: row.madeAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    uses: row.uses,
    maxUses: invitationRules.maxUses,
  });

  return {
    async read(actor: Actor, companyId: string): Promise<InvitationLink | null> {
      await requirePermission(dependencies, database.sql, actor, companyId, 'useLink');
      const row = await findActive(database.sql, companyId, limitsAt(clock.now()));
      return row && present(row);
    },

    async make(
      actor: Actor,
      origin: Origin,
      companyId: string,
    ): Promise<{ link: InvitationLink; hasReplaced: boolean }> {
      return changeCompany(dependencies, actor, companyId, 'useLink', async (tx) => {
        const { at, maxUses } = limitsAt(clock.now());
        const hasReplaced = await endActive(tx, companyId, { at, maxUses });
        const id = randomUUID();
        const token = randomBytes(32).toString('base64url');
        const sealedToken = secrets.seal(token, sealedFor(id));
        const endsAt = new Date(at.getTime() + invitationRules.lastsMs);
        const madeBy = actor.accountId;
        await insertInvitation(tx, {
          id,
          companyId,
          tokenHash: hashOf(token),
          sealedToken,
          madeBy,
          madeAt: at,
          endsAt,
        });
        await recordAudit(
          tx,
          companyEntryOf(actor, origin, 'company.link', companyId, { invitationId: id, hasReplaced }),
        );
        return { link: present({ id, sealedToken, madeAt: at, endsAt, uses: 0 }), hasReplaced };
      });
    },
  };
}

export const limitsAt = (at: Date): Limits => ({ at, maxUses: invitationRules.maxUses });

/** A random token of 256 bits needs no slow hash. */
export const hashOf = (token: string): Uint8Array => createHash('sha256').update(token).digest();

const sealedFor = (invitationId: string): string => `company-invitation:${invitationId}`;
