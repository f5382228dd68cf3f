import { panicRules } from '@trace/contract/panic/panic.rules';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import type { TimelinePage } from '@trace/contract/panic/panic.steps.schema';
import type { Database } from '#platform/db/database';
import { isOnlooker, isPending } from '../panic.policy.ts';
import type { PanicAccess } from './panic.access.service.ts';
import type { IncidentRow } from './panic.incidents.store.ts';
import { stepsForOnlooker } from './panic.onlooker.rules.ts';
import { listChainEnds, listSteps } from './panic.timeline.store.ts';

export type Timeline = ReturnType<typeof createTimeline>;

/** The timeline of an incident, page by page, because a stuck button writes thousands of lines a day. */
export function createTimeline({ database }: { database: Database }) {
  return {
    /** @param before the cursor of the page before; null for the newest lines */
    async page({ incident, viewer }: PanicAccess, before: string | null): Promise<TimelinePage> {
      const { stepsPerPage } = panicRules;
      const rows = await listSteps(database.sql, incident.id, { before, limit: stepsPerPage + 1 });
      const steps = rows.slice(0, stepsPerPage).toReversed();
      return {
        steps: isOnlooker(viewer) ? stepsForOnlooker(steps) : steps,
        next: rows.length > stepsPerPage ? (steps[0]?.id ?? null) : null,
      };
    },

    async unansweredOf(incident: IncidentRow): Promise<IncidentDetails['unanswered']> {
      const ends = isPending(incident) ? await listChainEnds(database.sql, incident.id) : [];
      if (ends.includes('nobody_took')) return 'nobody_took';
      return ends.includes('nobody_there') ? 'nobody_there' : null;
    },
  };
}
