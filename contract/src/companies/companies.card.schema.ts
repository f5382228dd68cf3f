import { z } from 'zod';

/** What a person may know of a company that serves them: GUARD-05 and the support card. */
export const companyCardSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  /** Read it at `logoPath(logoId)`. */
  logoId: z.uuid(),
});

export type CompanyCard = z.infer<typeof companyCardSchema>;
