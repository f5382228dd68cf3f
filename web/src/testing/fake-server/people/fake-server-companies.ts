import { done } from '@trace/contract/kernel/endpoint';
import {
  answerInvitation,
  createCompany,
  deleteCompany,
  getInvitationLink,
  getOwnCompany,
  handOverCompany,
  inviteMember,
  leaveCompany,
  listMembers,
  makeInvitationLink,
  remindMember,
  removeMember,
  updateCompany,
  uploadLogo,
} from '@trace/contract/companies/companies.api';
import { listCustomers, removeCustomer, type Customer } from '@trace/contract/companies/companies.customers.api';
import { abnAcnOf, CUSTOMER_PAGE_SIZE } from '@trace/contract/companies/companies.rules';
import type {
  Company,
  CompanyDetails,
  InvitationLink,
  InvitationToMe,
  Member,
  MemberStatus,
} from '@trace/contract/companies/companies.schema';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { FakeServer } from '../fake-server.ts';
import { workingLogoId } from '#testing/logo-pictures.ts';

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** The company data of the fake server. A test can change the data while the page is open. */
export interface CompaniesWorld {
  own: AnswerOf<typeof getOwnCompany>['own'];
  invitations: InvitationToMe[];
  members: Member[];
  link: InvitationLink | null;
  customers: Customer[];
}

export const harbour: Company = {
  id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3c001',
  name: 'Harbour Alarms',
  email: 'help@harbour-alarms.example',
  phone: '+61 2 5550 1234',
  website: 'https://harbour-alarms.example',
  logoId: workingLogoId,
  abnAcn: '51824753556',
  address: '12 Wharf Road, Manly NSW',
  createdAt: '2024-03-04T02:00:00.000Z',
  members: 3,
  devices: 48,
};

let memberCount = 0;

function aMember(name: string, email: string, status: MemberStatus, change: Partial<Member> = {}): Member {
  memberCount += 1;
  return {
    id: `0b7d6f0a-8a3e-4f4b-9a53-${String(memberCount).padStart(12, '0')}`,
    name,
    email,
    status,
    invitedAt: daysAgo(400),
    respondedAt: status === 'pending' ? null : daysAgo(390),
    devices: 0,
    isSelf: false,
    ...change,
  };
}

export const harbourPeople = (): Member[] => [
  aMember('Sam Okafor', 'sam@harbour-alarms.example', 'owner', { devices: 21, isSelf: true }),
  aMember('Ava Lindqvist', 'ava@harbour-alarms.example', 'accepted', { devices: 18 }),
  aMember('Noah Tan', 'noah@sparkfit.example', 'accepted', { devices: 9 }),
  aMember('Grace Oyelaran', 'grace@harbour-alarms.example', 'pending', { invitedAt: daysAgo(1) }),
  aMember('Unknown', 'd.moss@coastsec.example', 'declined', { respondedAt: daysAgo(12) }),
];

export const aLink = (token: string, change: Partial<InvitationLink> = {}): InvitationLink => ({
  url: `https://trace.example/sign-up#company_invite=${token}`,
  madeAt: daysAgo(7),
  endsAt: new Date(Date.now() + 6.9 * DAY_MS).toISOString(),
  uses: 4,
  maxUses: 50,
  ...change,
});

export const anInvitation = (change: Partial<InvitationToMe> = {}): InvitationToMe => {
  const { id, email, phone, website, logoId } = harbour;
  const company = { id, name: 'Coast Security', email, phone, website, logoId };
  return { id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d001', company, invitedAt: daysAgo(2), ...change };
};

export const nobodysCompany = (): CompaniesWorld => ({
  own: null,
  invitations: [],
  members: [],
  link: null,
  customers: [],
});

/** Sam owns Harbour Alarms, with employees, invitations and a link. */
export const samsCompany = (change: Partial<CompaniesWorld> = {}): CompaniesWorld => ({
  own: { relation: 'owner', company: { ...harbour } },
  invitations: [],
  members: harbourPeople(),
  link: aLink('first'),
  customers: [],
  ...change,
});

/** A user who joined Harbour Alarms by its link. */
export const aCustomer = (number: number): Customer => ({
  id: `0b7d6f0a-8a3e-4f4b-9a53-${String(number).padStart(12, '0')}`,
  name: `Customer ${number}`,
  email: `customer${number}@post.example`,
  joinedAt: daysAgo(number),
});

/** The user is a customer of Harbour Alarms, without a device of the company. */
export const customersCompany = (): CompaniesWorld => {
  const { id, name, email, phone, website, logoId } = harbour;
  return { ...nobodysCompany(), own: { relation: 'customer', company: { id, name, email, phone, website, logoId } } };
};

/** Sam is an employee of Harbour Alarms, which Ava owns. */
export const avasCompany = (): CompaniesWorld => ({
  ...samsCompany(),
  own: { relation: 'member', company: { ...harbour } },
  members: [
    aMember('Ava Lindqvist', 'ava@harbour-alarms.example', 'owner', { devices: 18 }),
    aMember('Sam Okafor', 'sam@harbour-alarms.example', 'accepted', { devices: 21, isSelf: true }),
  ],
});

export function serveCompanies(server: FakeServer, companies: CompaniesWorld): void {
  serveOwn(server, companies);
  serveMembers(server, companies);
  serveLink(server, companies);
}

function serveOwn(server: FakeServer, companies: CompaniesWorld): void {
  const save = ({ logoId, ...details }: CompanyDetails & { logoId: string | null }, before: Company): Company => {
    const abnAcn = details.abnAcn === null ? null : abnAcnOf(details.abnAcn);
    const company = { ...before, ...details, abnAcn, logoId: logoId ?? before.logoId };
    companies.own = { relation: 'owner', company };
    return company;
  };
  const leave = () => Object.assign(companies, nobodysCompany());
  server.on(getOwnCompany, () => ({ own: companies.own, invitations: companies.invitations }));
  server.on(uploadLogo, () => ({ logoId: workingLogoId }));
  server.on(createCompany, ({ body }) => save(body, { ...harbour, members: 1, devices: 0 }));
  server.on(updateCompany, ({ body }) => save(body, harbour));
  server.on(leaveCompany, () => {
    leave();
    return done;
  });
  server.on(deleteCompany, () => {
    leave();
    return done;
  });
  server.on(answerInvitation, ({ body }) => {
    companies.invitations = [];
    if (body.status === 'accepted') companies.own = { relation: 'member', company: { ...harbour } };
    return body;
  });
}

function serveMembers(server: FakeServer, companies: CompaniesWorld): void {
  server.on(listMembers, () => ({ members: companies.members }));
  server.on(inviteMember, ({ body }) => {
    const member = aMember('Unknown', body.email, 'pending', { invitedAt: daysAgo(0) });
    companies.members = [...companies.members, member];
    return member;
  });
  server.on(remindMember, () => done);
  server.on(removeMember, ({ params }) => {
    companies.members = companies.members.filter(({ id }) => id !== params.memberId);
    return done;
  });
  server.on(listCustomers, ({ query }) => {
    const start = Number(query.after?.split('_')[0] ?? 0);
    const end = start + CUSTOMER_PAGE_SIZE;
    const customers = companies.customers.slice(start, end);
    const hasMore = end < companies.customers.length;
    const next = hasMore ? `${end}_${customers.at(-1)!.id}` : null;
    return { customers, total: companies.customers.length, next };
  });
  server.on(removeCustomer, ({ params }) => {
    companies.customers = companies.customers.filter(({ id }) => id !== params.personId);
    return done;
  });
  server.on(handOverCompany, ({ body }) => {
    if (companies.own?.relation === 'owner') companies.own = { ...companies.own, relation: 'member' };
    companies.members = companies.members.map((member) => {
      if (member.id === body.memberId) return { ...member, status: 'owner' as const };
      return member.status === 'owner' ? { ...member, status: 'accepted' as const } : member;
    });
    return done;
  });
}

function serveLink(server: FakeServer, companies: CompaniesWorld): void {
  server.on(getInvitationLink, () => ({ link: companies.link }));
  server.on(makeInvitationLink, () => {
    const hasReplaced = companies.link !== null;
    const link = aLink(hasReplaced ? 'second' : 'first', { uses: 0 });
    companies.link = link;
    return { link, hasReplaced };
  });
}
