import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';

export interface ShownPeopleDependencies {
  people: Pick<PeoplePort, 'accountsOf'>;
  companies: Pick<CompaniesPort, 'companyOf'>;
}

export interface ShownPerson {
  name: string;
  email: string;
  companyName: string | null;
}

/** Returns how a person is shown. */
export type PersonOf = (id: string) => ShownPerson;

/** Looks up the current names of these people. A deleted account has no name left. */
export async function showPeople(
  { people, companies }: ShownPeopleDependencies,
  ids: readonly string[],
): Promise<PersonOf> {
  const wanted = [...new Set(ids)];
  const accounts = await people.accountsOf(wanted);
  const companyNames = new Map<string, string | null>();
  for (const id of accounts.keys()) companyNames.set(id, (await companies.companyOf(id))?.name ?? null);
  return (id) => {
    const account = accounts.get(id);
    if (account === undefined) return { name: texts.formerPerson, email: '', companyName: null };
    const name = `${account.firstName} ${account.lastName}`.trim();
    return { name, email: account.email, companyName: companyNames.get(id) ?? null };
  };
}
