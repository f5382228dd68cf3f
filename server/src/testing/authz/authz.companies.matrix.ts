import { logoPath } from '@trace/contract/companies/companies.card.rules';
import { createCompanyFunction } from '@trace/contract/companies/companies.functions.api';
import { listCustomers, previewJoin, removeCustomer } from '@trace/contract/companies/companies.customers.api';
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
import {
  bringDevicesToCompany,
  countOwnDevicesOutside,
  handOverDevices,
  listCompanyInstallers,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';

/**
 * Table 3 of the matrix: AN not signed in; US a user without relation; I0 an installer without relation; CP an invited
 * person, CM an accepted employee, CO the owner of that company; SA support staff.
 */
export const principals = ['AN', 'US', 'I0', 'CP', 'CM', 'CO', 'SA'] as const;

export type Principal = (typeof principals)[number];

/** `A` allowed; `n` 404, the existence is hidden; `f` 403; `c` 409; `u` 401. */
export type Cell = 'A' | 'n' | 'f' | 'c' | 'u';

/** The objects of a call. The company is new for each cell. */
export interface Subject {
  companyId: string;
  name: string;
  logoId: string;
  /** A logo that the caller has just uploaded, or a random id when the caller is not signed in. */
  draftId: string;
  /** A customer of the company, none of the principals. */
  customerId: string;
  /** The row of CM. */
  employeeId: string;
  /** CM's account. */
  employeePersonId: string;
  /** The caller's own row if present, else that of CP. */
  invitationId: string;
  /** A pending row of another user. */
  pendingId: string;
  token: string;
  /** A picture. */
  png: Uint8Array;
}

export interface Row {
  endpoint: AnyEndpoint;
  /** A letter per principal, in the order of `principals`. */
  cells: string;
  call(subject: Subject): { params?: Record<string, string>; body?: unknown };
  /** The audit entry that an allowed call writes. Omitted if the call writes no entry. */
  audit?: string;
}

const details = {
  name: 'Quay Alarms',
  email: 'help@quay.example',
  phone: null,
  website: null,
  abnAcn: null,
  address: null,
};

const ofCompany = ({ companyId }: Subject) => ({ params: { id: companyId } });

export const matrix: readonly Row[] = [
  { endpoint: seeInvitation, cells: 'AAAAAAA', call: ({ token }) => ({ body: { token } }) },
  { endpoint: previewJoin, cells: 'uAAAAAf', call: ({ token }) => ({ body: { token } }) },
  { endpoint: joinCompany, cells: 'uAAAccf', call: ({ token }) => ({ body: { token } }), audit: 'company.join' },
  { endpoint: getOwnCompany, cells: 'uAAAAAA', call: () => ({}) },
  {
    endpoint: createCompany,
    cells: 'ufAAccf',
    call: ({ draftId }) => ({ body: { ...details, logoId: draftId } }),
    audit: 'company.create',
  },
  {
    endpoint: createCompanyFunction,
    cells: 'ufAAccf',
    call: ({ draftId }) => ({ body: { name: details.name, email: details.email, logo_url: logoPath(draftId) } }),
    audit: 'company.create',
  },
  { endpoint: getCompany, cells: 'unnAAAA', call: ofCompany },
  {
    endpoint: updateCompany,
    cells: 'unnffAf',
    call: (subject) => ({ ...ofCompany(subject), body: { ...details, logoId: null } }),
    audit: 'company.update',
  },
  { endpoint: listMembers, cells: 'unnnAAA', call: ofCompany },
  {
    endpoint: inviteMember,
    cells: 'unnnfAf',
    call: (subject) => ({ ...ofCompany(subject), body: { name: 'Grace', email: 'grace@quay.example' } }),
    audit: 'company.invite',
  },
  {
    endpoint: remindMember,
    cells: 'unnnfAf',
    call: ({ companyId, pendingId }) => ({ params: { id: companyId, memberId: pendingId } }),
    audit: 'company.remind',
  },
  {
    endpoint: removeMember,
    cells: 'unnffAf',
    call: ({ companyId, pendingId }) => ({ params: { id: companyId, memberId: pendingId } }),
    audit: 'company.remove',
  },
  // The owner has no invitation. Another user's invitation is hidden from the owner, as from any other caller.
  {
    endpoint: answerInvitation,
    cells: 'unnAcnf',
    call: ({ invitationId }) => ({ params: { id: invitationId }, body: { status: 'accepted' } }),
    audit: 'company.answer',
  },
  { endpoint: leaveCompany, cells: 'unnfAcf', call: ofCompany, audit: 'company.leave' },
  { endpoint: listCustomers, cells: 'unnnfAA', call: ofCompany },
  {
    endpoint: removeCustomer,
    cells: 'unnffAf',
    call: ({ companyId, customerId }) => ({ params: { id: companyId, personId: customerId } }),
    audit: 'company.removeCustomer',
  },
  { endpoint: getInvitationLink, cells: 'unffAAf', call: ofCompany },
  { endpoint: makeInvitationLink, cells: 'unffAAf', call: ofCompany, audit: 'company.link' },
  {
    endpoint: handOverCompany,
    cells: 'unnffAf',
    call: ({ companyId, employeeId }) => ({ params: { id: companyId }, body: { memberId: employeeId } }),
    audit: 'company.handOver',
  },
  {
    endpoint: deleteCompany,
    cells: 'unnffAf',
    call: (subject) => ({ ...ofCompany(subject), body: { name: subject.name } }),
    audit: 'company.delete',
  },
  { endpoint: listCompanyInstallers, cells: 'unnffAf', call: ofCompany },
  {
    endpoint: handOverDevices,
    cells: 'unnffAf',
    call: ({ companyId, employeePersonId, pendingId }) => ({
      params: { id: companyId },
      body: { fromPersonId: pendingId, toPersonId: employeePersonId },
    }),
    audit: 'device.handOver',
  },
  // REG-10, by analogy: each member of the company brings their own devices.
  { endpoint: countOwnDevicesOutside, cells: 'unnfAAf', call: ofCompany },
  { endpoint: bringDevicesToCompany, cells: 'unnfAAf', call: ofCompany, audit: 'device.bring' },
  // An employee has no company to give a logo to; the rest of the row follows creating and updating.
  { endpoint: uploadLogo, cells: 'ufAAfAf', call: ({ png }) => ({ body: png }), audit: 'company.uploadLogo' },
  { endpoint: getLogo, cells: 'unnAAAA', call: ({ logoId }) => ({ params: { id: logoId } }) },
];
