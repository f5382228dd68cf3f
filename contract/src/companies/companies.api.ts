import { z } from 'zod';
import { endpoint, type FileContent, doneAnswer } from '../kernel/endpoint.ts';
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

export const seeInvitation = endpoint({
  name: 'companies.seeInvitation',
  method: 'POST',
  path: '/api/companies/invitation',
  who: 'anybody',
  summary: 'Returns the company of an invitation link: its name, and its logo as a data: URL.',
  body: z.strictObject({ token: invitationTokenSchema }),
  answer: z.strictObject({ name: z.string(), hasLogo: z.boolean(), logo: z.string().nullable() }),
  refusals: ['not_found'],
  limit: { calls: 30, windowSec: 600 },
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
  limit: { calls: 20, windowSec: 600 },
});

export const getOwnCompany = endpoint({
  name: 'companies.own',
  method: 'GET',
  path: '/api/companies/own',
  who: 'signed-in',
  summary: 'Returns your company, your role in it and your pending invitations.',
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
  summary: 'Creates a company owned by the caller. Upload the logo first.',
  body: companyDetailsSchema.extend({ logoId: z.uuid().nullable() }),
  answer: companySchema,
  refusals: ['conflict', 'gone'],
  limit: { calls: 20, windowSec: 3_600 },
});

export const getCompany = endpoint({
  name: 'companies.get',
  method: 'GET',
  path: '/api/companies/{id}',
  who: 'signed-in',
  summary: "Returns a company. Users can only read the card of their own company and of their devices' companies.",
  params: companyParams,
  answer: z.union([companySchema, companyCardSchema]),
  refusals: ['not_found'],
});

export const updateCompany = endpoint({
  name: 'companies.update',
  method: 'PUT',
  path: '/api/companies/{id}',
  who: 'signed-in',
  summary: 'Updates the company details. Keeps the logo unless a new one is given.',
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
  summary: 'Lists the owner, the employees and the invited people, in this order.',
  params: companyParams,
  answer: z.strictObject({ members: z.array(memberSchema) }),
  refusals: ['not_found'],
});

export const inviteMember = endpoint({
  name: 'companies.invite',
  method: 'POST',
  path: '/api/companies/{id}/members',
  who: 'signed-in',
  summary: 'Invites an installer by email. They do not need an account yet.',
  params: companyParams,
  body: inviteSchema,
  answer: memberSchema,
  refusals: ['not_found', 'conflict'],
  limit: { calls: 50, windowSec: 3_600 },
});

export const remindMember = endpoint({
  name: 'companies.remind',
  method: 'POST',
  path: '/api/companies/{id}/members/{memberId}/reminder',
  who: 'signed-in',
  summary: 'Resends the email of a pending invitation.',
  params: memberParams,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
  limit: { calls: 20, windowSec: 3_600 },
});

export const removeMember = endpoint({
  name: 'companies.remove',
  method: 'DELETE',
  path: '/api/companies/{id}/members/{memberId}',
  who: 'signed-in',
  summary:
    'Removes an employee, withdraws an invitation, or clears a declined one. With status=pending, returns 409 when the invitation has been answered.',
  params: memberParams,
  query: z.strictObject({ status: z.literal('pending').optional() }),
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});

export const answerInvitation = endpoint({
  name: 'companies.answerInvitation',
  method: 'POST',
  path: '/api/companies/invitations/{id}/answer',
  who: 'signed-in',
  summary: 'Accepts or declines an invitation to you, once. You cannot accept while you belong to a company.',
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
  summary: 'Leaves the company. Devices stay with their users and the company.',
  params: companyParams,
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});

export const getInvitationLink = endpoint({
  name: 'companies.link',
  method: 'GET',
  path: '/api/companies/{id}/invitation-link',
  who: 'signed-in',
  summary: 'Returns the active invitation link, or null.',
  params: companyParams,
  answer: z.strictObject({ link: invitationLinkSchema.nullable() }),
  refusals: ['not_found'],
});

export const makeInvitationLink = endpoint({
  name: 'companies.makeLink',
  method: 'POST',
  path: '/api/companies/{id}/invitation-link',
  who: 'signed-in',
  summary: 'Creates an invitation link and disables the previous one.',
  params: companyParams,
  answer: z.strictObject({ link: invitationLinkSchema, hasReplaced: z.boolean() }),
  refusals: ['not_found'],
  limit: { calls: 60, windowSec: 3_600 },
});

export const handOverCompany = endpoint({
  name: 'companies.handOver',
  method: 'POST',
  path: '/api/companies/{id}/owner',
  who: 'signed-in',
  freshProof: true,
  summary: 'Transfers ownership to an accepted employee. The previous owner becomes an employee.',
  params: companyParams,
  body: z.strictObject({ memberId: z.uuid() }),
  answer: doneAnswer,
  refusals: ['not_found', 'conflict'],
});

export const deleteCompany = endpoint({
  name: 'companies.delete',
  method: 'POST',
  path: '/api/companies/{id}/deletion',
  who: 'signed-in',
  freshProof: true,
  summary:
    'Deletes the company, its memberships and links. Its devices no longer belong to a company. Requires the company name as confirmation.',
  params: companyParams,
  body: z.strictObject({ name: z.string().max(200) }),
  answer: doneAnswer,
  refusals: ['not_found'],
});

/** The body is the file itself, as `application/octet-stream`. */
export const uploadLogo = endpoint({
  name: 'companies.uploadLogo',
  method: 'POST',
  path: '/api/company-logos',
  who: 'installers',
  summary:
    'Uploads a PNG or JPEG. The server re-encodes it and keeps it for one hour, until a company uses it as its logo.',
  upload: { maxBytes: logoRules.tooBigBytes },
  body: z.custom<Uint8Array>(),
  answer: z.strictObject({ logoId: z.uuid() }),
  refusals: ['payload_too_large', 'unavailable'],
  limit: { calls: 30, windowSec: 3_600 },
});

export const getLogo = endpoint({
  name: 'companies.logo',
  method: 'GET',
  path: '/api/company-logos/{id}',
  who: 'signed-in',
  summary: 'Returns a logo as an image. Visible to the company’s members, users, invited people and support staff.',
  params: companyParams,
  download: { mediaTypes: ['image/webp'], isImmutable: true },
  answer: z.custom<FileContent>(),
  refusals: ['not_found'],
});
