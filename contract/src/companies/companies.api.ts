import { z } from 'zod';
import { endpoint, type FileContent } from '../kernel/endpoint.ts';
import { logoRules } from './companies.rules.ts';
import { companyCardSchema } from './companies.card.schema.ts';
import {
  companyDetailsSchema,
  companyParams,
  companyRelationSchema,
  companySchema,
  invitationLinkSchema,
  invitationToMeSchema,
  invitationTokenSchema,
  inviteSchema,
  memberParams,
  memberSchema,
} from './companies.schema.ts';

/** Rows of the list of all companies per answer. */
const COMPANY_PAGE_SIZE = 100;

export const seeInvitation = endpoint({
  name: 'companies.seeInvitation',
  method: 'POST',
  path: '/api/companies/invitation',
  who: 'anybody',
  summary: 'The company that an invitation link leads to: its name, and its logo as a data: address.',
  body: z.strictObject({ token: invitationTokenSchema }),
  answer: z.strictObject({ name: z.string(), hasLogo: z.boolean(), logo: z.string().nullable() }),
  refusals: ['not_found'],
  limit: { calls: 30, perSec: 600 },
});

export const joinCompany = endpoint({
  name: 'companies.join',
  method: 'POST',
  path: '/api/companies/join',
  who: 'signed-in',
  summary: 'Uses an invitation link: an installer becomes an accepted employee, a user a customer.',
  body: z.strictObject({ token: invitationTokenSchema }),
  answer: z.strictObject({ name: z.string(), relation: companyRelationSchema }),
  refusals: ['not_found', 'conflict'],
  limit: { calls: 20, perSec: 600 },
});

export const getOwnCompany = endpoint({
  name: 'companies.own',
  method: 'GET',
  path: '/api/companies/own',
  who: 'signed-in',
  summary: 'The company that one belongs to and how, and the invitations that wait for an answer.',
  answer: z.strictObject({
    /** `company` in full for owner and member; a user gets the card alone. */
    own: z
      .discriminatedUnion('relation', [
        z.strictObject({ relation: z.enum(['owner', 'member']), company: companySchema }),
        z.strictObject({ relation: z.literal('customer'), company: companyCardSchema }),
      ])
      .nullable(),
    invitations: z.array(invitationToMeSchema),
  }),
  refusals: [],
});

export const createCompany = endpoint({
  name: 'companies.create',
  method: 'POST',
  path: '/api/companies',
  who: 'installers',
  summary: 'Makes a company that the caller owns; its logo was uploaded before.',
  body: companyDetailsSchema.extend({ logoId: z.uuid().nullable() }),
  answer: companySchema,
  refusals: ['conflict', 'gone'],
  limit: { calls: 20, perSec: 3_600 },
});

export const getCompany = endpoint({
  name: 'companies.get',
  method: 'GET',
  path: '/api/companies/{id}',
  who: 'signed-in',
  summary: "A company; a user reads only the card of the own company and of the own device's.",
  params: companyParams,
  answer: z.union([companySchema, companyCardSchema]),
  refusals: ['not_found'],
});

export const updateCompany = endpoint({
  name: 'companies.update',
  method: 'PUT',
  path: '/api/companies/{id}',
  who: 'signed-in',
  summary: 'Replaces the details; the logo stays where no other is named.',
  params: companyParams,
  body: companyDetailsSchema.extend({ logoId: z.uuid().nullable() }),
  answer: companySchema,
  refusals: ['not_found', 'gone'],
});

export const listMembers = endpoint({
  name: 'companies.members',
  method: 'GET',
  path: '/api/companies/{id}/members',
  who: 'signed-in',
  summary: 'The owner, the employees and the invited, in this order.',
  params: companyParams,
  answer: z.strictObject({ members: z.array(memberSchema) }),
  refusals: ['not_found'],
});

export const inviteMember = endpoint({
  name: 'companies.invite',
  method: 'POST',
  path: '/api/companies/{id}/members',
  who: 'signed-in',
  summary: 'Invites an installer by e-mail, with an account or without one.',
  params: companyParams,
  body: inviteSchema,
  answer: memberSchema,
  refusals: ['not_found', 'conflict'],
  limit: { calls: 50, perSec: 3_600 },
});

export const remindMember = endpoint({
  name: 'companies.remind',
  method: 'POST',
  path: '/api/companies/{id}/members/{memberId}/reminder',
  who: 'signed-in',
  summary: 'Sends the mail of a pending invitation again.',
  params: memberParams,
  answer: z.strictObject({ sent: z.literal(true) }),
  refusals: ['not_found', 'conflict'],
  limit: { calls: 20, perSec: 3_600 },
});

export const removeMember = endpoint({
  name: 'companies.remove',
  method: 'DELETE',
  path: '/api/companies/{id}/members/{memberId}',
  who: 'signed-in',
  summary: 'Removes an employee, withdraws an invitation, or clears a declined one.',
  params: memberParams,
  answer: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found', 'conflict'],
});

export const answerInvitation = endpoint({
  name: 'companies.answerInvitation',
  method: 'POST',
  path: '/api/companies/invitations/{id}/answer',
  who: 'signed-in',
  summary: 'Accepts or declines an invitation to oneself, once; accepting ends when one belongs to a company.',
  params: companyParams,
  body: z.strictObject({ status: z.enum(['accepted', 'declined']) }),
  answer: z.strictObject({ status: z.enum(['accepted', 'declined']) }),
  refusals: ['not_found', 'conflict'],
});

export const leaveCompany = endpoint({
  name: 'companies.leave',
  method: 'POST',
  path: '/api/companies/{id}/leave',
  who: 'signed-in',
  summary: 'Ends the own membership; the devices stay with their users and the company.',
  params: companyParams,
  answer: z.strictObject({ left: z.literal(true) }),
  refusals: ['not_found', 'conflict'],
});

export const getInvitationLink = endpoint({
  name: 'companies.link',
  method: 'GET',
  path: '/api/companies/{id}/invitation-link',
  who: 'signed-in',
  summary: 'The invitation link that works now, or null.',
  params: companyParams,
  answer: z.strictObject({ link: invitationLinkSchema.nullable() }),
  refusals: ['not_found'],
});

export const makeInvitationLink = endpoint({
  name: 'companies.makeLink',
  method: 'POST',
  path: '/api/companies/{id}/invitation-link',
  who: 'signed-in',
  summary: 'Makes an invitation link; the one before ends.',
  params: companyParams,
  answer: z.strictObject({ link: invitationLinkSchema, hasReplaced: z.boolean() }),
  refusals: ['not_found'],
  limit: { calls: 60, perSec: 3_600 },
});

export const handOverCompany = endpoint({
  name: 'companies.handOver',
  method: 'POST',
  path: '/api/companies/{id}/owner',
  who: 'signed-in',
  freshProof: true,
  summary: 'Makes an accepted employee the owner; the owner before becomes an employee.',
  params: companyParams,
  body: z.strictObject({ memberId: z.uuid() }),
  answer: z.strictObject({ handedOver: z.literal(true) }),
  refusals: ['not_found', 'conflict', 'proof_required'],
});

export const deleteCompany = endpoint({
  name: 'companies.delete',
  method: 'POST',
  path: '/api/companies/{id}/deletion',
  who: 'signed-in',
  freshProof: true,
  summary: 'Deletes the company with its memberships and links, and frees its devices; its name is typed to confirm.',
  params: companyParams,
  body: z.strictObject({ name: z.string().max(200) }),
  answer: z.strictObject({ deleted: z.literal(true) }),
  refusals: ['not_found', 'proof_required'],
});

export const listCompanies = endpoint({
  name: 'companies.list',
  method: 'GET',
  path: '/api/companies',
  who: 'staff',
  summary: 'All companies, the newest first; `next` continues the list.',
  query: z.strictObject({
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(COMPANY_PAGE_SIZE).default(COMPANY_PAGE_SIZE),
  }),
  answer: z.strictObject({ companies: z.array(companySchema), next: z.uuid().nullable() }),
  refusals: [],
});

/** The body is the file itself, as `application/octet-stream`. */
export const uploadLogo = endpoint({
  name: 'companies.uploadLogo',
  method: 'POST',
  path: '/api/company-logos',
  who: 'installers',
  summary: 'Keeps a PNG or JPEG, made anew by the server, for an hour: until it becomes the logo of a company.',
  upload: { maxBytes: logoRules.tooBigBytes },
  body: z.custom<Uint8Array>(),
  answer: z.strictObject({ logoId: z.uuid() }),
  refusals: ['payload_too_large', 'unavailable'],
  limit: { calls: 30, perSec: 3_600 },
});

export const getLogo = endpoint({
  name: 'companies.logo',
  method: 'GET',
  path: '/api/company-logos/{id}',
  who: 'signed-in',
  summary: 'The picture of a logo, for an `img`: to the people of the company, its users, the invited and support.',
  params: companyParams,
  download: { mediaTypes: ['image/webp'] },
  answer: z.custom<FileContent>(),
  refusals: ['not_found'],
});
