import { retentionRules } from '../retention/retention.rules.ts';

/** A part of the person's data that the download leaves out, and the way to get that part. */
export interface LeftOut {
  what: string;
  how: string;
}

const { locationActiveDays: activeDays, locationArchiveYears: archiveYears } = retentionRules;
const byEmail = 'Reply to any email from the portal. We send you the rest within 30 days, free of charge.';

/** SET-05: the limits that the download of personal data states. */
export const leftOutTexts = {
  always: [
    {
      what: `Positions before the time \`leftOutBefore\` of a device in the part \`tracking\`. Null: all positions of the last ${activeDays} days are included.`,
      how: byEmail,
    },
    {
      what: `Positions and pings older than ${activeDays} days. They are archived for ${archiveYears} years.`,
      how: byEmail,
    },
    {
      what: 'Records of status, battery, signal and faults that your devices reported.',
      how: `The portal shows the current values. For the records: ${byEmail}`,
    },
    { what: 'The audit log of changes to your account and devices.', how: byEmail },
    {
      what: 'Notes that support staff wrote for each other on your requests, and their reasons to see a location or to restore days.',
      how: byEmail,
    },
    { what: 'Copies of the emails we sent you. We keep their subject and date for 30 days.', how: byEmail },
    {
      what: 'What you type to sign in, keys of two-step sign-in, recovery codes, and credentials of hubs and SIM cards.',
      how: 'They are stored encrypted or as one-way hashes and are never shown. You can replace them in the portal.',
    },
  ],
  older: (list: string): LeftOut => ({ what: `Entries of ${list} that are older than the ones listed.`, how: byEmail }),
} as const;
