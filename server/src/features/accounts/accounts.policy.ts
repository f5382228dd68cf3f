import { DELETE_PROOF_MS } from '@trace/contract/accounts/accounts.rules';
import { STEP_UP_MS } from '@trace/contract/auth/auth.rules';
import type { Actor } from '#platform/actor/actor';

export type Verdict = 'allowed' | 'forbidden' | 'proof_required';

/** Staff accounts are ended by other staff (authorization.md, table 2). */
export function mayDelete(actor: Actor, now: Date): Verdict {
  if (actor.role === 'staff') return 'forbidden';
  return now.getTime() - actor.provedAt.getTime() > DELETE_PROOF_MS ? 'proof_required' : 'allowed';
}

/** In an emergency, SMS go to this number and helpers call it, so a browser left open must not be enough. */
export function mayChangePhone(actor: Actor, now: Date): Verdict {
  return now.getTime() - actor.provedAt.getTime() > STEP_UP_MS ? 'proof_required' : 'allowed';
}

/** A business name is an installer's. */
export function mayHaveBusinessName(actor: Actor): boolean {
  return actor.role === 'installer';
}
