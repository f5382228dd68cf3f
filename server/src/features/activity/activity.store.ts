import type { SignInActivity } from '@trace/contract/activity/activity.api';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';

export interface SignInRow {
  readonly id: string;
  readonly action: SignInActivity['action'];
  readonly userEmail: string;
  readonly createdAt: Date;
}

export interface SignInFilter {
  readonly since: Date;
  readonly limit: number;
  /** Part of an email, or one of these actions. Null: all entries. */
  readonly search: { readonly text: string; readonly actions: readonly string[] } | null;
}

/** The newest sign-ins, sign-outs and failed sign-ins. */
export async function listSignIns(executor: Executor, { since, limit, search }: SignInFilter): Promise<SignInRow[]> {
  const matches =
    search === null
      ? sql`true`
      : sql`(lower(user_email) like ${containing(search.text)} or action = any(${[...search.actions]}::text[]))`;
  const { rows } = await sql<SignInRow>`
    select id::text as id, action, user_email, created_at from user_activity_logs
    where created_at >= ${since} and ${matches} order by created_at desc, user_activity_logs.id desc limit ${limit}`.execute(
    executor,
  );
  return rows;
}
