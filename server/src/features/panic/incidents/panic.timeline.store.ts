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

/** The timeline in the order of writing. The bare name `id` would be the text column, in which '10' is before '9'. */
export async function listSteps(executor: Executor, incidentId: string): Promise<PanicStep[]> {
  const { rows } = await sql<{ id: string; at: Date; kind: PanicStepKind; detail: object }>`
    select id::text, at, kind, detail from panic_step where incident_id = ${incidentId} order by panic_step.id`.execute(
    executor,
  );
  return rows.map(({ id, at, kind, detail }) => ({ id, at: at.toISOString(), kind, ...detail }) as PanicStep);
}
