import type { HubCredentials } from '@trace/contract/hubs/hubs.schema';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import type { HubTrouble, ListOutcome, SignInOutcome } from '#server/integrations/alarm-hub/alarm-hub';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';

/** The name of a credential's field in the body of a call. */
export type FieldOf = (name: keyof HubCredentials) => string;

/** Maps a failed sign-in to a refusal for the user. `fieldOf` returns where each credential is in the body. */
export function refusedSignIn(
  outcome: Exclude<SignInOutcome, { outcome: 'signed_in' }>,
  fieldOf: FieldOf,
  log: Log,
): Refusal {
  switch (outcome.outcome) {
    case 'wrong_credentials':
      return new Refusal('wrong_credentials', hubsTexts.failed, { field: fieldOf('password') });
    case 'code_or_password':
      return new Refusal('wrong_credentials', hubsTexts.codeNeeded, { field: fieldOf('totp') });
    case 'account_refused':
      return new Refusal('wrong_credentials', hubsTexts.accountRefused, { field: fieldOf('username') });
    case 'garbled':
      return new Refusal('unavailable', hubsTexts.invalidAnswer);
    default:
      return refusedByTrouble(outcome, log);
  }
}

export function refusedList(outcome: Exclude<ListOutcome, { outcome: 'listed' }>, log: Log): Refusal {
  if (outcome.outcome === 'ended') return new Refusal('gone', hubsTexts.handleGone);
  if (outcome.outcome === 'garbled') return new Refusal('unavailable', hubsTexts.invalidHubs);
  return refusedByTrouble(outcome, log);
}

function refusedByTrouble(trouble: Exclude<HubTrouble, { outcome: 'garbled' }>, log: Log): Refusal {
  if (trouble.outcome === 'busy')
    return new Refusal('too_many_requests', hubsTexts.busy, { retryAfterSec: trouble.retryAfterSec });
  logTrouble(trouble, log);
  return new Refusal('unavailable', hubsTexts.unavailable);
}

/**
 * Logs a rejected key as an error, which raises an alarm, because only the operator can fix the key. The service also
 * answers 500 to a wrong key.
 */
export function logTrouble(trouble: Exclude<HubTrouble, { outcome: 'garbled' }>, log: Log): void {
  if (trouble.outcome === 'key_refused')
    log.error('Hub service rejected the API key, hubs cannot be linked: check ALARM_HUB_KEY');
  if (trouble.outcome === 'unavailable') log.warn({ because: trouble.because }, 'Hub service unavailable');
}
