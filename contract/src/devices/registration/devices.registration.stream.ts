import { z } from 'zod';
import { streamEvent } from '../../kernel/stream.ts';

/** The progress of an import. The caller chose `importId`. The report is the answer to the call. */
export const importProgressEvent = streamEvent({
  name: 'devices.import.progress',
  delivery: 'newest',
  data: z.strictObject({ importId: z.uuid(), done: z.int().nonnegative(), total: z.int().nonnegative() }),
});
