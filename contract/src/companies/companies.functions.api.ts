import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { instantSchema } from '../kernel/time.schema.ts';
import { logoIdOf } from './companies.card.rules.ts';
import { companyDetailsSchema } from './companies.schema.ts';
import { companiesTexts as texts } from './companies.texts.ts';

const { shape } = companyDetailsSchema;

/** A program may leave a field out. A form sends it empty. */
const optional = <Schema extends z.ZodType<string | null>>(schema: Schema) =>
  z.preprocess((value) => (value === undefined || value === '' ? null : value), schema);

const ownIdentity = z.string().max(254).optional();

/** The function create-company. */
export const createCompanyFunction = endpoint({
  name: 'companies.createFunction',
  method: 'POST',
  path: '/functions/v1/create-company',
  who: 'installers',
  summary: 'Creates a company owned by the signed-in installer. Its logo is a file that the installer uploaded before.',
  body: z.strictObject({
    name: shape.name,
    email: shape.email,
    phone: optional(shape.phone),
    website: optional(shape.website),
    abn_acn: optional(shape.abnAcn),
    address: optional(shape.address),
    /** An identity is the caller's own or left out (FN-01). */
    created_by: ownIdentity,
    created_by_uid: ownIdentity,
    /** The address of the uploaded logo on this server. */
    logo_url: z
      .string(texts.logoRequired)
      .max(500)
      .refine((url) => logoIdOf(url) !== null, texts.logoElsewhere),
  }),
  answer: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    abn_acn: z.string().nullable(),
    address: z.string().nullable(),
    logo_url: z.string(),
    created_by: z.string(),
    created_by_uid: z.uuid(),
    created_at: instantSchema,
  }),
  refusals: ['conflict', 'gone', 'forbidden'],
  limit: { calls: 20, windowSec: 3_600 },
});
