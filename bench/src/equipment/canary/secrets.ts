// Finds secrets and names of people in texts that other people receive.
import { nameOf, STAFF, type Kind, type Person } from './people.ts';
import type { Tenant } from './phases.ts';
import type { Secret } from './plant.ts';

export interface CanarySecrets {
  /** Looks for secrets and names in a received text. Returns a sentence for each leak. */
  check(person: string, text: string): string[];
  /** All secrets, for the search in logs and metrics. */
  texts(): string[];
  /** The secrets that no column may hold in clear text. */
  hidden(): string[];
  /** The columns that may hold the other secrets: the addresses of messages. */
  readonly columns: ReadonlySet<string>;
  /** For the report, such as `reset link`. */
  readonly kinds: readonly string[];
}

const NAME = /(?:Kanarie|tenant-)(\d+)-?(installer|colleague|premium|free)/g;

/** The people who may know the name and the email address of a person. */
function mayKnow(tenants: readonly Tenant[], number: number, kind: Kind): Set<string> {
  const others = tenants.filter(({ number: own, other }) => own === number || other === number);
  const numbers = others.flatMap((one) => [one.number, one.other]);
  const partners: Record<Kind, readonly Kind[]> = {
    installer: ['premium', 'free'],
    premium: ['installer'],
    free: ['installer'],
    colleague: [],
  };
  const known = partners[kind].flatMap((partner) => numbers.map((one) => nameOf(one, partner)));
  return new Set([STAFF, nameOf(number, kind), ...known]);
}

/** @param everybody whose session cookies are secrets too */
export function watchSecrets(
  secrets: readonly Secret[],
  tenants: readonly Tenant[],
  everybody: readonly Person[],
): CanarySecrets {
  const cookies = (): string[] =>
    everybody.map(({ cookie }) => cookie.split(';')[0]?.split('=')[1] ?? '').filter((one) => one !== '');
  const textsOf = (chosen: readonly Secret[]): string[] => [...chosen.map(({ text }) => text), ...cookies()];
  return {
    texts: () => textsOf(secrets),
    hidden: () => textsOf(secrets.filter(({ columns }) => columns === undefined)),
    columns: new Set(secrets.flatMap(({ columns = [] }) => columns)),
    kinds: [...new Set(secrets.map(({ kind }) => kind))],
    check: (who, text) => {
      const leaked = secrets.filter((secret) => secret.owner !== who && text.includes(secret.text));
      const problems = leaked.map(({ kind, owner }) => `${who} received the ${kind} of ${owner ?? 'nobody'}`);
      if (cookies().some((cookie) => text.includes(cookie)))
        problems.push(`${who} received a session cookie in a body`);
      for (const [, number, kind] of text.matchAll(NAME))
        if (!mayKnow(tenants, Number(number), kind as Kind).has(who))
          problems.push(`${who} received the name of ${kind} ${number}`);
      return problems;
    },
  };
}
