import { fullName } from '@trace/contract/kernel/full-name';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';

export interface ShownPeopleDependencies {
  people: Pick<PeoplePort, 'accountsOf'>;
  certification: Pick<CertificationPort, 'namesOf'>;
  companies: Pick<CompaniesPort, 'companyOf'>;
}

export interface ShownPerson {
  name: string;
  email: string;
  companyName: string | null;
}

/** Returns how a person is shown. */
export type PersonOf = (id: string) => ShownPerson;

/**
 * Looks up the names of these people. An installer has the certified name (LOCREQ-05), a user the name of the account,
 * and a deleted account has no name left.
 */
export async function showPeople(
  { people, certification, companies }: ShownPeopleDependencies,
  ids: readonly string[],
): Promise<PersonOf> {
  const wanted = [...new Set(ids)];
  const [accounts, certified] = await Promise.all([
    people.accountsOf(wanted),
    certification.namesOf({ ids: wanted, emails: [] }),
  ]);
  const companyNames = new Map<string, string | null>();
  for (const id of accounts.keys()) companyNames.set(id, (await companies.companyOf(id))?.name ?? null);
  return (id) => {
    const account = accounts.get(id);
    if (account === undefined) return { name: texts.formerPerson, email: '', companyName: null };
    const name = certified.get(id) ?? fullName(account);
    return { name, email: account.email, companyName: companyNames.get(id) ?? null };
  };
}
