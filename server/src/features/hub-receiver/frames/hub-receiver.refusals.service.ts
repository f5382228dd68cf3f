import { createHash, randomUUID } from 'node:crypto';
import type { ReportingProblem } from '@trace/contract/hub-receiver/hub-receiver.rules';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { readContent } from '#platform/dc09/content';
import { readEvents } from '#platform/dc09/events';
import type { Frame } from '#platform/dc09/frame';
import { updateProblem } from '../hub-receiver.store.ts';
import { insertFrame } from './hub-receiver.frames.store.ts';

/** A stranger can send many such frames, and each would cost a transaction. */
const NOTE_EVERY_MS = 10 * SECOND_MS;

/** Keeps that a frame was not taken, so that a person sees that a hub and its settings do not fit. */
export function createRefusals({ clock, database }: { clock: Clock; database: Database }) {
  return {
    async note(accountId: string, problem: ReportingProblem, frame: Frame): Promise<void> {
      const at = clock.now();
      const since = new Date(at.getTime() - NOTE_EVERY_MS);
      if (!(await updateProblem(database.sql, { accountId, problem, at, since }))) return;
      const content = frame.isEncrypted ? null : readContent(frame, null);
      await insertFrame(database.sql, {
        id: randomUUID(),
        accountId,
        seq: Number(frame.seq),
        digest: createHash('sha256').update(frame.body).digest(),
        receivedAt: at,
        sentAt: content?.sentAt ?? null,
        outcome: problem === 'unsupported' ? 'unsupported' : 'refused',
        codes: readEvents(frame.id, content?.data ?? '').map(({ qualifier, code }) => `${qualifier ?? ''}${code}`),
      });
    },
  };
}
