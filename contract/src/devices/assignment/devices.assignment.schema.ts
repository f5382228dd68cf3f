import { z } from 'zod';
import { assignmentRules } from './devices.assignment.rules.ts';
import { assignmentTexts as texts } from './devices.assignment.texts.ts';

/** IDEV-05: the user to whom a device is assigned. Also validates the form. */
export const assignSchema = z.strictObject({
  email: z
    .string(texts.emailMissing)
    .trim()
    .min(1, texts.emailMissing)
    .max(assignmentRules.emailMaxLength, texts.emailInvalid)
    .pipe(z.email(texts.emailInvalid))
    .transform((email) => email.normalize('NFC').toLowerCase()),
});

/** The code printed on a device's label. The server handles spaces, dashes and letter case. */
export const claimAgainSchema = z.strictObject({
  claimCode: z.string(texts.claimMissing).trim().min(1, texts.claimMissing).max(100),
});

/** An installer who registered devices of a company, or may take over such devices. */
export const companyInstallerSchema = z.strictObject({
  personId: z.uuid(),
  /** 'Unknown' where the account is gone. */
  name: z.string(),
  email: z.string().nullable(),
  /** Belongs to the company and services its devices. Such an installer cannot hand over devices, and may take over. */
  isActive: z.boolean(),
  /** Devices of the company that this person registered or took over. */
  devices: z.int(),
});

export type CompanyInstaller = z.infer<typeof companyInstallerSchema>;
