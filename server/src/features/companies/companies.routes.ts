import { done } from '@trace/contract/kernel/endpoint';
import { listCustomers, previewJoin, removeCustomer } from '@trace/contract/companies/companies.customers.api';
import { createCompanyFunction } from '@trace/contract/companies/companies.functions.api';
import {
  answerInvitation,
  createCompany,
  deleteCompany,
  getCompany,
  getInvitationLink,
  getLogo,
  getOwnCompany,
  handOverCompany,
  inviteMember,
  joinCompany,
  leaveCompany,
  listMembers,
  makeInvitationLink,
  remindMember,
  removeMember,
  seeInvitation,
  updateCompany,
  uploadLogo,
} from '@trace/contract/companies/companies.api';
import { openRoute, route, type Route } from '#platform/http/route';
import type { LinksService } from './companies.links.service.ts';
import type { LinkUses } from './companies.link-uses.service.ts';
import type { LogosService } from './companies.logos.service.ts';
import type { MembersService } from './companies.members.service.ts';
import type { CustomersService } from './customers/companies.customers.service.ts';
import type { CompanyFunctions } from './functions/companies.functions.service.ts';
import type { CompaniesService } from './companies.service.ts';

export const companyRoutes = (companies: CompaniesService): Route[] => [
  route(getOwnCompany, ({ actor }) => companies.own(actor)),
  route(createCompany, ({ actor, origin, body }) => companies.create(actor, origin, body)),
  route(getCompany, ({ actor, params }) => companies.get(actor, params.id)),
  route(updateCompany, ({ actor, origin, params, body }) => companies.update(actor, origin, params.id, body)),
  route(deleteCompany, async ({ actor, origin, params, body }) => {
    await companies.delete(actor, origin, params.id, body.name);
    return done;
  }),
];

export const companyFunctionRoutes = (functions: CompanyFunctions): Route[] => [
  route(createCompanyFunction, ({ actor, origin, body }) => functions.create(actor, origin, body)),
];

export const memberRoutes = (members: MembersService): Route[] => [
  route(listMembers, async ({ actor, params }) => ({ members: await members.list(actor, params.id) })),
  route(inviteMember, ({ actor, origin, params, body }) => members.invite(actor, origin, params.id, body)),
  route(remindMember, async ({ actor, origin, params }) => {
    await members.remind(actor, origin, params.id, params.memberId);
    return done;
  }),
  route(removeMember, async ({ actor, origin, params, query }) => {
    await members.remove(actor, origin, params, { isWithdrawal: query.status === 'pending' });
    return done;
  }),
  route(answerInvitation, async ({ actor, origin, params, body }) => {
    await members.answer(actor, origin, params.id, body.status);
    return body;
  }),
  route(leaveCompany, async ({ actor, origin, params }) => {
    await members.leave(actor, origin, params.id);
    return done;
  }),
  route(handOverCompany, async ({ actor, origin, params, body }) => {
    await members.handOver(actor, origin, params.id, body.memberId);
    return done;
  }),
];

export const customerRoutes = (customers: CustomersService): Route[] => [
  route(listCustomers, ({ actor, params, query }) => customers.list(actor, params.id, query)),
  route(removeCustomer, async ({ actor, origin, params }) => {
    await customers.remove(actor, origin, params.id, params.personId);
    return done;
  }),
];

export const linkRoutes = (links: LinksService, linkUses: LinkUses): Route[] => [
  openRoute(seeInvitation, ({ body }) => linkUses.see(body.token)),
  route(previewJoin, ({ actor, body }) => linkUses.preview(actor, body.token)),
  route(joinCompany, ({ actor, origin, body }) => linkUses.redeem(actor, origin, body.token)),
  route(getInvitationLink, async ({ actor, params }) => ({ link: await links.read(actor, params.id) })),
  route(makeInvitationLink, ({ actor, origin, params }) => links.make(actor, origin, params.id)),
];

export const logoRoutes = (logos: LogosService): Route[] => [
  route(uploadLogo, async ({ actor, origin, body }) => ({ logoId: await logos.upload(actor, origin, body) })),
  route(getLogo, ({ actor, params }) => logos.read(actor, params.id)),
];
