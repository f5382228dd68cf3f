/** The part of the report of `npm audit --json` that is judged. A service that refuses answers without it. */
export interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}

export interface Advisory {
  readonly url: string;
  readonly name: string;
  readonly title: string;
  readonly severity: string;
}

/** An advisory that does not reach the product. */
export interface Accepted {
  /** Such as `GHSA-xxxx-xxxx-xxxx`. */
  readonly id: string;
  readonly reason: string;
  /** The last day, `2027-01-31`, after which somebody looks again. */
  readonly until: string;
}

export interface Verdict {
  readonly isAnswered: boolean;
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

const GRAVE = new Set(['high', 'critical']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function judgeAdvisories(report: AuditReport | null, accepted: readonly Accepted[], now: Date): Verdict {
  const flaws = accepted
    .filter(({ id, reason, until }) => !id || !reason || !DAY.test(until))
    .map(({ id }) => `advisories.json: ${id || 'an entry'} needs id, reason and until (2027-01-31)`);
  const found = report?.vulnerabilities;
  if (found === undefined) return { isAnswered: false, failures: flaws, notes: [] };
  const advisories = Object.values(found).flatMap(({ via }) => via.filter((one) => typeof one !== 'string'));
  const grave = new Map(advisories.filter(({ severity }) => GRAVE.has(severity)).map((one) => [idOf(one), one]));
  const today = now.toISOString().slice(0, 10);
  const running = new Set(accepted.filter(({ until }) => until >= today).map(({ id }) => id));
  const open = [...grave].filter(([id]) => !running.has(id));
  return {
    isAnswered: true,
    failures: [...flaws, ...open.map(([id, { name, severity, title }]) => `${id} (${severity}): ${name}: ${title}`)],
    notes: accepted
      .filter(({ id }) => !grave.has(id))
      .map(({ id }) => `advisories.json: ${id} is no longer reported, remove it`),
  };
}

const idOf = ({ url }: Advisory): string => url.slice(url.lastIndexOf('/') + 1);
