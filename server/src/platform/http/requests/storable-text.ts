import { Refusal } from '#platform/refusal/refusal';

export const UNSTORABLE = 'The text contains a character that is not allowed.';

/**
 * Refuses NUL characters and lone surrogates in any text of a call. PostgreSQL stores neither, so such a text would fail
 * later, also in the audit entry of the call. `place` begins the name of the field.
 */
export function refuseUnstorableText(value: unknown, place: string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) throw new Refusal('invalid_input', UNSTORABLE, { field: place });
  } else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) {
      refuseUnstorableText(key, place);
      refuseUnstorableText(child, `${place}.${key}`);
    }
}
