/** The reasons for emails. Every email ends with its reason. */
export const mailReasons = {
  account: 'your Trace account uses this email address',
  newAddress: 'someone entered this email address on Trace',
  device: 'you use, have used or installed a device in Trace',
  assignment: 'an installer assigned a device to this email address',
  invitation: 'the owner of a company entered this email address',
  company: 'you are or were a member of a company in Trace',
  certification: 'this email address is on record for an installer certification',
  panicRequest: 'a user of Trace entered this email address as a panic contact',
  panicContact: 'you agreed to be a panic contact of a user of Trace',
  alerts: 'email alerts are turned on in your alert settings',
  plan: 'you have or had a Trace subscription',
  request: 'you have a support request in Trace',
  panic: 'you are told when this panic button is pressed',
  support: 'support requests to this portal are sent to this email address',
} as const;

export type MailReason = keyof typeof mailReasons;

/**
 * The reasons of emails to an address that another person typed. Such an email has no greeting, so that the text is the
 * same whether or not the address has an account (T34).
 */
export const typedAddressReasons: ReadonlySet<MailReason> = new Set([
  'newAddress',
  'assignment',
  'invitation',
  'panicRequest',
]);

export interface FramedMail {
  /** Without greeting, closing and surrounding blank lines. */
  readonly body: string;
  readonly reason: MailReason;
  /** Null when the address has no account, or another person typed the address. */
  readonly firstName: string | null;
  readonly portalUrl: string;
  /** Where a reader without access to the account reaches support. Null when the operator has set no address. */
  readonly supportEmail?: string | null;
}

/** Returns the text of an email: a greeting, the body, and why the person receives the email. */
export function frameMail({ body, reason, firstName, portalUrl, supportEmail = null }: FramedMail): string {
  const greeting = firstName === null ? [] : [`Hello ${firstName},`, ''];
  const support = supportEmail === null || reason === 'support' ? [] : [`Support: ${supportEmail}`];
  const footer = ['—', `Trace, ${portalUrl}`, ...support, `You get this email because ${mailReasons[reason]}.`];
  return [...greeting, body.trim(), '', ...footer, ''].join('\n');
}
