import { randomUUID } from 'node:crypto';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { companiesMails } from '@trace/contract/companies/companies.mails.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { EndedOfHolder } from '#features/certification/certification.port';
import type { Executor } from '#platform/db/database';
import { companyPageOf, type CompaniesDependencies } from './companies.permission.service.ts';
import { findCompanyOf } from './companies.store.ts';

/** An employee with the company and its owner. Null for an owner, and for a person without a company. */
async function findEmployment({ people, devices }: CompaniesDependencies, tx: Executor, personId: string) {
  const company = await findCompanyOf(tx, personId);
  if (company === null || company.ownerId === personId) return null;
  const [accounts, registered] = await Promise.all([
    people.accountsOf([company.ownerId, personId]),
    devices().registeredBy(company.id),
  ]);
  const owner = accounts.get(company.ownerId);
  const employee = accounts.get(personId);
  if (owner === undefined || employee === undefined) return null;
  return { company: company.name, owner, employee, name: fullName(employee), devices: registered.get(personId) ?? 0 };
}

/** Where the owner reassigns devices. */
const employeesPageOf = (dependencies: CompaniesDependencies): string => `${companyPageOf(dependencies)}?tab=employees`;

/** Mails the owner that an employee deletes the account. Without the address, which no email may keep (SET-03). */
export async function mailOwnerOfDeletedAccount(
  dependencies: CompaniesDependencies,
  tx: Executor,
  personId: string,
): Promise<void> {
  const found = await findEmployment(dependencies, tx, personId);
  if (found === null) return;
  const { company, owner, name, devices } = found;
  const { subject, text } = companiesMails.deletedAccount;
  await dependencies.mail.send(tx, {
    to: owner.email,
    reason: 'company',
    subject: subject(company),
    text: text({ name, company, devices, url: employeesPageOf(dependencies) }),
    // The deletion of the account also deletes waiting emails whose key names the account.
    key: `company-account-deleted:${randomUUID()}`,
  });
}

/** CERT-09: mails the owner that the certification of an employee has ended. */
export async function mailOwnerOfUncertified(
  dependencies: CompaniesDependencies,
  tx: Executor,
  { personId, reason, lastDaysIn }: EndedOfHolder,
): Promise<void> {
  const found = await findEmployment(dependencies, tx, personId);
  if (found === null) return;
  const { company, owner, employee, name, devices } = found;
  const { ended: day, servicing: until } = lastDaysIn(owner.timeZone);
  const { subject, text } = companiesMails.uncertified;
  const ended = certificationTexts.endedBecause[reason];
  await dependencies.mail.send(tx, {
    to: owner.email,
    reason: 'company',
    subject: subject(company),
    text: text({ name, email: employee.email, ended, day, until, devices, url: employeesPageOf(dependencies) }),
    key: `company-uncertified:${personId}:${day}`,
  });
}
