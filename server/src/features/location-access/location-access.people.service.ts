import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';

/** Whoever the server knows by an account; filled in by app.ts, since neither identity nor companies are asked from here. */
export interface AccessPeople {
  accountsOf(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { email: string; firstName: string; lastName: string }>>;
  /** The company that a person works for; null when there is none. */
  companyNameOf(personId: string): Promise<string | null>;
}

export interface ShownPerson {
  name: string;
  email: string;
  companyName: string | null;
}

/** What a person is called. */
export type PersonOf = (id: string) => ShownPerson;

/** These people as they are called now; one whose account is gone has no name left. */
export async function showPeople(people: AccessPeople, ids: readonly string[]): Promise<PersonOf> {
  const wanted = [...new Set(ids)];
  const accounts = await people.accountsOf(wanted);
  const companies = new Map<string, string | null>();
  for (const id of accounts.keys()) companies.set(id, await people.companyNameOf(id));
  return (id) => {
    const account = accounts.get(id);
    if (account === undefined) return { name: texts.formerPerson, email: '', companyName: null };
    const name = `${account.firstName} ${account.lastName}`.trim();
    return { name, email: account.email, companyName: companies.get(id) ?? null };
  };
}
