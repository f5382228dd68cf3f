import { companyChangedEvent } from '@trace/contract/companies/companies.stream';
import { z } from 'zod';
import { defineEventKind, publishAfterCommit } from '#platform/bus/outbox';
import type { Executor } from '#platform/db/database';
import { pushDurably } from '#platform/stream/durable-event';
import { listAudience, listCompaniesOfPerson } from './companies.store.ts';

const changed = defineEventKind(companyChangedEvent.name, z.object({}));

/**
 * COMP-10: every open page of the company's members, customers and invited people, and of the `others`, reads the new
 * state after the commit.
 */
export async function announceCompany(tx: Executor, companyId: string, others: readonly string[] = []): Promise<void> {
  const audience = new Set([...(await listAudience(tx, companyId)), ...others]);
  await publishAfterCommit(tx, changed, audience, {});
}

/** Announces every company that this person belongs to or is invited to. */
export async function announceCompanyOf(tx: Executor, personId: string): Promise<void> {
  for (const companyId of await listCompaniesOfPerson(tx, personId)) await announceCompany(tx, companyId);
}

export const companyChanged = pushDurably(companyChangedEvent, changed, async () => ({}));
