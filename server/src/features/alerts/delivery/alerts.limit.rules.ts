import { mostMails, type AlertChannel, type AlertKind } from '@trace/contract/alerts/alerts.rules';

interface Planned {
  readonly kind: AlertKind;
  readonly accountId: string;
  readonly channel: AlertChannel;
  readonly state: string;
}

/** Marks emails beyond a user's daily limit as limited. The most important alerts get emails first. */
export function withinLimit<One extends Planned>(
  planned: readonly One[],
  counts: ReadonlyMap<string, number>,
): (One | (One & { state: 'limit' }))[] {
  const sent = new Map(counts);
  const tooMany = new Set<One>();
  const mails = planned
    .filter(({ channel }) => channel === 'email')
    .sort((one, other) => mostMails(other.kind) - mostMails(one.kind));
  for (const mail of mails) {
    const count = sent.get(mail.accountId) ?? 0;
    if (count < mostMails(mail.kind)) sent.set(mail.accountId, count + 1);
    else tooMany.add(mail);
  }
  return planned.map((delivery) => (tooMany.has(delivery) ? { ...delivery, state: 'limit' as const } : delivery));
}
