import { z } from 'zod';
import { streamEvent } from '../../kernel/stream.ts';

/** How far an import is; `importId` is what its caller chose. The report itself is the answer to the call. */
export const importProgressEvent = streamEvent({
  name: 'devices.import.progress',
  delivery: 'newest',
  data: z.strictObject({ importId: z.uuid(), done: z.int().nonnegative(), total: z.int().nonnegative() }),
});
