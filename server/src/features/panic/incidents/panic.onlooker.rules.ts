import type { PanicRole } from '@trace/contract/panic/panic.rules';
import type { Incident } from '@trace/contract/panic/panic.schema';
import type { PanicStep } from '@trace/contract/panic/panic.steps.schema';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';

/** The people whom the company knows anyway. */
export const isColleague = (role: PanicRole): boolean => role === 'company' || role === 'support';

const nameFor = <Named extends { name: string; role: PanicRole }>(named: Named): Named =>
  isColleague(named.role) ? named : { ...named, name: texts.someone };

/** Reduces an incident to time and state, without the wearer's contacts, numbers and words. */
export function summaryForOnlooker<Shown extends Incident>(incident: Shown): Shown {
  const { wearers, taken, closed } = incident;
  return {
    ...incident,
    trigger: null,
    wearers: wearers.map(({ name }) => ({ name, phone: null })),
    taken: taken && nameFor(taken),
    closed: closed && { ...closed, note: null, name: closed.name && texts.someone },
  };
}

/** Without contacts, notes and who was notified. */
export const stepsForOnlooker = (steps: readonly PanicStep[]): PanicStep[] =>
  steps.flatMap((step) => stepForOnlooker(step) ?? []);

function stepForOnlooker(step: PanicStep): PanicStep | null {
  switch (step.kind) {
    case 'notified':
    case 'escalated':
    case 'noted':
      return null;
    case 'pressed':
      return { ...step, trigger: null };
    case 'seen':
    case 'taken':
    case 'released':
      return nameFor(step);
    case 'closed':
      return { ...step, note: null, name: step.name && texts.someone };
    default:
      return step;
  }
}
