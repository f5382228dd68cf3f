// Unique secrets and names, each with the people who may see the text.
import { reconfigureDevice } from '@trace/contract/device-setup/device-setup.api';
import { addPhone } from '@trace/contract/phones/phones.api';
import { nameOf, STAFF, type Kind, type Person } from './people.ts';
import type { Tenant } from './phases.ts';

export interface CanarySecrets {
  /** Looks for secrets and names in a received text. Returns a sentence for each leak. */
  check(person: string, text: string): string[];
  /** All secrets, for the search in logs and tables. */
  texts(): string[];
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

export async function plantSecrets(
  tenants: readonly Tenant[],
  person: (name: string) => Person,
  everybody: readonly Person[],
): Promise<CanarySecrets> {
  const owners = new Map<string, string>();
  for (const { number, serial } of tenants) {
    const premium = nameOf(number, 'premium');
    const free = nameOf(number, 'free');
    const phone = await person(free).api.call(addPhone, { body: { name: 'Phone' } });
    owners.set(phone.accessKey, free);
    const sim = { apn: 'internet', username: `canary-sim-user-${number}`, password: `canary-sim-password-${number}` };
    await person(premium).api.call(reconfigureDevice, { params: { serial }, body: { sim } });
    owners.set(sim.username, '').set(sim.password, '');
  }
  const cookies = (): string[] =>
    everybody.map(({ cookie }) => cookie.split(';')[0]?.split('=')[1] ?? '').filter((one) => one !== '');
  return {
    texts: () => [...owners.keys(), ...cookies()],
    check: (who, text) => {
      const leaked = [...owners].filter(([secret, owner]) => owner !== who && text.includes(secret));
      const problems = leaked.map(([secret]) => `${who} received the secret ${secret.slice(0, 12)}…`);
      if (cookies().some((cookie) => text.includes(cookie)))
        problems.push(`${who} received a session cookie in a body`);
      for (const [, number, kind] of text.matchAll(NAME))
        if (!mayKnow(tenants, Number(number), kind as Kind).has(who))
          problems.push(`${who} received the name of ${kind} ${number}`);
      return problems;
    },
  };
}
