// Companies of installers: details and logo, employees, invitations by email and by link.
// Serves installers (their company), users that a company looks after, and people signing up by a company's link.
// Back-office §2, §4–§6 (Company Settings, membership, invitation token), acceptance COMP, AUTH-11, GUARD-05.
import type { Feature } from '#platform/feature/feature';
import { defineCompaniesJobs } from './companies.jobs.ts';
import { createLinkUses } from './companies.link-uses.service.ts';
import { createLinksService } from './companies.links.service.ts';
import { createLogosService } from './companies.logos.service.ts';
import { createMembersService } from './companies.members.service.ts';
import { mailOwnerOfDeletedAccount, mailOwnerOfUncertified } from './companies.owner-mails.service.ts';
import { companiesPersonData } from './companies.person-data.service.ts';
import { createCompaniesPort } from './companies.port.service.ts';
import type { CompaniesPort, CompanyDevices } from './companies.port.ts';
import {
  companyFunctionRoutes,
  companyRoutes,
  customerRoutes,
  linkRoutes,
  logoRoutes,
  memberRoutes,
} from './companies.routes.ts';
import { createCustomersService } from './customers/companies.customers.service.ts';
import { createCompanyFunctions } from './functions/companies.functions.service.ts';
import { companyChanged } from './companies.events.ts';
import { createCompaniesService } from './companies.service.ts';
import type { CompaniesDependencies } from './companies.permission.service.ts';

export interface CompaniesFeature extends Feature {
  readonly port: CompaniesPort;
}

export function createCompaniesFeature(options: Omit<CompaniesDependencies, 'devices'>): CompaniesFeature {
  let devices: CompanyDevices | undefined;
  const dependencies: CompaniesDependencies = {
    ...options,
    devices() {
      if (devices === undefined) throw new Error('No feature has registered itself with CompaniesPort.useDevices.');
      return devices;
    },
  };
  const companies = createCompaniesService(dependencies);
  const logos = createLogosService(dependencies);
  const linkUses = createLinkUses(dependencies, logos);
  dependencies.certification.onEnded((tx, ended) => mailOwnerOfUncertified(dependencies, tx, ended));
  defineCompaniesJobs(dependencies.jobs, dependencies, logos);
  return {
    name: 'companies',
    routes: [
      ...companyRoutes(companies),
      ...companyFunctionRoutes(createCompanyFunctions({ ...dependencies, companies })),
      ...memberRoutes(createMembersService(dependencies)),
      ...customerRoutes(createCustomersService(dependencies)),
      ...linkRoutes(createLinksService(dependencies), linkUses),
      ...logoRoutes(logos),
    ],
    port: {
      ...createCompaniesPort(dependencies, linkUses),
      useDevices: (provider) => {
        devices = provider;
      },
    },
    durableEvents: [companyChanged],
    personData: {
      ...companiesPersonData,
      notifyOthers: (tx, personId) => mailOwnerOfDeletedAccount(dependencies, tx, personId),
    },
  };
}
