import { Refusal } from '#platform/refusal/refusal';

/** Refuses a cursor that no page of the list gave. */
export const invalidCursor = (): Refusal =>
  new Refusal('invalid_input', 'Invalid cursor. Load the list from the start.', { field: 'query.after' });
