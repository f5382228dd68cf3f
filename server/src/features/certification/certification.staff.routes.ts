import {
  addCertification,
  confirmCertification,
  listCertifications,
  loadCertifications,
  releaseCertification,
  revokeCertification,
} from '@trace/contract/certification/certification.staff.api';
import type { ManagedCertification } from '@trace/contract/certification/certification.staff.schema';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import { done } from '@trace/contract/kernel/endpoint';
import { sourceOf } from '#platform/audit/audit';
import { route, type Route } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { CertificationRecords, ListedCertification } from './certification.records.service.ts';

/** The doors of staff to the records (CERT-08, CERT-10). The console has the same. */
export const certificationStaffRoutes = (records: CertificationRecords): Route[] => [
  route(listCertifications, async ({ query: { search = '', after, limit } }) => {
    const { found, hasMore } = await records.search(search, { limit, ...(after !== undefined && { after }) });
    return { certifications: found.map(present), next: hasMore ? found.at(-1)!.number : null };
  }),
  route(loadCertifications, async ({ actor, origin, query: { dryRun }, body }) => {
    const isDryRun = dryRun === 'true';
    return { dryRun: isDryRun, rows: await records.load(body, { isDryRun, source: sourceOf(actor, origin) }) };
  }),
  route(addCertification, ({ actor, origin, body: { lastDay, mayChange, ...given } }) =>
    records.add({ ...given, expiresAt: lastDay ?? '' }, { mayChange, source: sourceOf(actor, origin) }),
  ),
  route(revokeCertification, async ({ actor, origin, body: { number, reason } }) => {
    const { outcome } = await records.revoke(number, { reason, source: sourceOf(actor, origin) });
    if (outcome === 'already') throw new Refusal('conflict', texts.alreadyRevoked);
    return done;
  }),
  route(confirmCertification, async ({ actor, origin, body }) => {
    await records.confirm(body.number, sourceOf(actor, origin));
    return done;
  }),
  route(releaseCertification, async ({ actor, origin, body }) => {
    await records.release(body.number, sourceOf(actor, origin));
    return done;
  }),
];

const present = (found: ListedCertification): ManagedCertification => {
  const { number, fullName, email, state, expiresAt, revokedAt, revokeReason, isInUse, matchedBy, claim } = found;
  return {
    ...{ number, fullName, email, state, revokeReason, isInUse, matchedBy },
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    claim: claim && {
      ...claim,
      expiresAt: claim.expiresAt.toISOString(),
      endedAt: claim.endedAt?.toISOString() ?? null,
    },
  };
};
