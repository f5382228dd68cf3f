import { z } from 'zod';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { CUSTOMER_PAGE_SIZE } from './companies.rules.ts';
import { companyParams, companyRelationSchema, invitationTokenSchema } from './companies.schema.ts';

/** A user who joined the company by its link. */
export const customerSchema = z.strictObject({
  /** The customer's account. */
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  joinedAt: instantSchema,
});

export type Customer = z.infer<typeof customerSchema>;

export const listCustomers = endpoint({
  name: 'companies.customers',
  method: 'GET',
  path: '/api/companies/{id}/customers',
  who: 'signed-in',
  summary: 'Lists the users who joined by the invitation link, newest first. `next` is the cursor of the next page.',
  params: companyParams,
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,15}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(CUSTOMER_PAGE_SIZE).default(CUSTOMER_PAGE_SIZE),
  }),
  answer: z.strictObject({
    customers: z.array(customerSchema),
    /** The number of all customers. */
    total: z.int(),
    next: z.string().nullable(),
  }),
  refusals: ['not_found'],
});

export const removeCustomer = endpoint({
  name: 'companies.removeCustomer',
  method: 'DELETE',
  path: '/api/companies/{id}/customers/{personId}',
  who: 'signed-in',
  summary: 'Removes a customer. The customer keeps their account and devices, and gets an email.',
  params: companyParams.extend({ personId: z.uuid() }),
  answer: doneAnswer,
  refusals: ['not_found'],
});

export const previewJoin = endpoint({
  name: 'companies.previewJoin',
  method: 'POST',
  path: '/api/companies/join/preview',
  who: 'signed-in',
  summary: 'Returns the company of an invitation link, and the company that the caller already belongs to.',
  body: z.strictObject({ token: invitationTokenSchema }),
  answer: z.strictObject({
    name: z.string(),
    hasLogo: z.boolean(),
    logo: z.string().nullable(),
    /** Null: the caller can join. */
    belongsTo: z
      .strictObject({ name: z.string(), relation: companyRelationSchema, isSameCompany: z.boolean() })
      .nullable(),
  }),
  refusals: ['not_found'],
  limit: { calls: 30, windowSec: 600 },
});
