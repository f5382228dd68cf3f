import { z } from 'zod';

/** The data that a user may see of a company that serves this user: GUARD-05 and the support card. */
export const companyCardSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  /** The logo is at `logoPath(logoId)`. */
  logoId: z.uuid(),
});

export type CompanyCard = z.infer<typeof companyCardSchema>;
