import type { PanicStep, PanicStepKind } from '@trace/contract/panic/panic.steps.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

type DetailOf<Kind extends PanicStepKind> = Omit<Extract<PanicStep, { kind: Kind }>, 'id' | 'at' | 'kind'>;

/** Adds a line to the timeline. `personId`: the person whom the line names. */
export async function insertStep<Kind extends PanicStepKind>(
  tx: Executor,
  incidentId: string,
  at: Date,
  kind: Kind,
  detail: DetailOf<Kind>,
  personId: string | null = null,
): Promise<void> {
  await sql`
    /* prepared: step of an incident */ insert into panic_step (incident_id, at, kind, detail, person_id)
    values (${incidentId}, ${at}, ${kind}, ${JSON.stringify(detail)}::jsonb, ${personId}::uuid)`.execute(tx);
}

export interface StepsPage {
  /** The id of the first line of the page that was read before. Null: the newest lines. */
  readonly before: string | null;
  readonly limit: number;
}

/** Lines of the timeline, newest first. The bare name `id` would be the text column, in which '10' is before '9'. */
export async function listSteps(
  executor: Executor,
  incidentId: string,
  { before, limit }: StepsPage,
): Promise<PanicStep[]> {
  const { rows } = await sql<{ id: string; at: Date; kind: PanicStepKind; detail: object }>`
    select id::text, at, kind, detail from panic_step
    where incident_id = ${incidentId} and (${before}::bigint is null or panic_step.id < ${before}::bigint)
    order by panic_step.id desc limit ${limit}`.execute(executor);
  return rows.map(({ id, at, kind, detail }) => ({ id, at: at.toISOString(), kind, ...detail }) as PanicStep);
}

/** How often an incident was given back. */
export async function countReleases(executor: Executor, incidentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from panic_step where incident_id = ${incidentId} and kind = 'released'`.execute(
    executor,
  );
  return rows[0]!.count;
}

/** The ends of the chain since the incident was last given back. */
export async function listChainEnds(executor: Executor, incidentId: string): Promise<readonly PanicStepKind[]> {
  const { rows } = await sql<{ kind: PanicStepKind }>`
    select kind from panic_step s
    where incident_id = ${incidentId} and kind in ('nobody_took', 'nobody_there') and not exists (
      select from panic_step r where r.incident_id = s.incident_id and r.kind = 'released' and r.id > s.id)
    limit 2`.execute(executor);
  return rows.map(({ kind }) => kind);
}
