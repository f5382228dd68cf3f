const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
const devices = (count: number): string => (count === 1 ? '1 device' : `${count} devices`);

function usedWords(uses: number): string {
  if (uses === 0) return 'Not used yet.';
  return uses === 1 ? 'Used once.' : `Used ${uses} times.`;
}

function registeredStay(name: string, count: number): string {
  if (count === 0) return '';
  const stay = count === 1 ? 'device' : `${count} devices`;
  return ` The ${stay} that ${name} registered for the company ${count === 1 ? 'stays with its user' : 'stay with their users'}.`;
}

/** Own texts of the company settings page. Texts quoted from the specification are in companiesTexts. */
export const companySettingsTexts = {
  cancel: 'Cancel',
  tryAgain: 'Try again',
  loading: 'Loading your company...',
  loadFailed: 'Your company could not be loaded.',
  contexts: {
    owner: (company: string) => `You are the owner of ${company}`,
    member: (company: string) => `You are an employee of ${company}`,
  },

  // Identity
  facts: (company: { members: number; devices: number }, since: string) =>
    `${people(company.members)}, ${devices(company.devices)}, on Trace since ${since}`,
  logoOf: (company: string) => `Logo of ${company}`,
  edit: 'Edit details',

  // Details
  createTitle: 'Create your company',
  createText:
    'Colleagues and customers will see its name and logo. You will be its owner: you can invite people and hand it over later.',
  create: 'Create company',
  save: 'Save details',
  fields: {
    logo: 'Company logo',
    name: 'Company name',
    email: 'Email',
    phone: 'Phone',
    website: 'Website',
    abnAcn: 'ABN/ACN',
    address: 'Address',
  },
  readOnly: 'Only the owner can change these details.',
  examples: { phone: '+61 2 5550 1234', website: 'https://', abnAcn: '51 824 753 556' },
  hints: {
    email: 'Visible to your customers.',
    website: 'Include http:// or https://.',
    abnAcn: 'ABN: 11 digits. ACN: 9 digits. Spaces are fine.',
  },

  // Logo
  chooseLogo: 'Choose a logo',
  replaceLogo: 'Choose another logo',
  dropLogo: 'or drop a PNG or JPEG here, under 5MB',
  uploadingLogo: (percent: number) => `Uploading, ${percent}%`,
  uploadLabel: 'Logo upload',
  logoReady: 'Ready to save',
  logoWaits: 'The logo is still uploading. Save once the upload finishes.',

  // Employees
  counts: (members: number, open: number) =>
    `${members === 1 ? '1 member' : `${members} members`}${open === 0 ? '' : `, ${open === 1 ? '1 open invitation' : `${open} open invitations`}`}`,
  columns: { name: 'Name', status: 'Status', since: 'Since', devices: 'Devices', actions: 'Actions' },
  you: 'you',
  noDevices: 'None',
  invited: 'Invited',
  declined: 'Declined',
  employeesFailed: 'The employees could not be loaded.',
  employeesLoading: 'Loading employees...',
  noCompanyEmployees: "Your company's employees will appear here. Create a company or accept an invitation first.",
  toDetails: 'Show Company Details',

  inviteTitle: 'Invite an installer',
  inviteText:
    "We'll email them an invitation. They can accept it even if they don't have an account yet. A user account cannot accept it: the email then asks them for another address.",
  installerName: 'Installer name',
  installerEmail: 'Installer email',
  send: 'Send invitation',
  sent: (email: string) => `Invitation sent to ${email}`,

  remind: 'Resend',
  remindOf: (name: string) => `Resend the invitation to ${name}`,
  reminded: (email: string) => `Invitation sent again to ${email}`,
  withdraw: 'Withdraw',
  withdrawOf: (name: string) => `Withdraw the invitation to ${name}`,
  withdrawTitle: 'Withdraw this invitation?',
  withdrawText: (name: string) => `${name} will no longer be able to accept it. You can invite them again.`,
  withdrawn: 'Invitation withdrawn',
  clear: 'Dismiss',
  clearOf: (name: string) => `Dismiss the invitation that ${name} declined`,
  cleared: 'Declined invitation dismissed',
  remove: 'Remove employee',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (name: string, company: string, count: number) =>
    `${name} will be removed from ${company} and immediately lose access to its people and devices.${registeredStay(name, count)} The current invitation link stops working. The account of ${name} is not deleted.`,

  // Handing over
  handOver: 'Transfer ownership',
  handOverTitle: (company: string) => `Transfer ownership of ${company}`,
  handOverText:
    'The new owner can edit the company, remove people (including you) and delete it. You will become an employee. Only the new owner can transfer ownership back to you.',
  handOverTo: 'New owner',
  handOverMissing: 'Choose the new owner.',
  handOverNobody:
    'No one has accepted an invitation yet. Invite someone first. You can transfer ownership once they accept.',
  handedOver: (name: string, company: string) => `${name} is now the owner of ${company}`,
  close: 'Close',

  // Invitation link
  linkTitle: 'Invitation link',
  linkText: (company: string) =>
    `Anyone who uses this link joins ${company}: installers as employees, users as customers.`,
  linkActive: 'Active',
  linkNone: 'No active link',
  linkEmpty: 'You have no active link. Create one and send it to the people you want to invite.',
  createLink: 'Create link',
  copyLink: 'Copy link',
  newLink: 'Replace link',
  newLinkTitle: 'Replace the link?',
  newLinkText: 'The current link stops working immediately. People who already joined stay.',
  linkUse: (uses: number, left: string, most: number) =>
    `${usedWords(uses)} Expires in ${left} or after ${most} uses. Replacing the link disables this one.`,
  linkFailedToLoad: 'The invitation link could not be loaded.',
  linkLoading: 'Loading the link...',
  linkMade: 'Created',
  linkEnds: 'Expires',
  endsOn: (day: string, left: string) => `${day}, in ${left}`,
  linkUses: 'Uses',
  linkUsesOf: (uses: number, most: number) => `${uses} of ${most}`,
  linkHow: [
    'An installer who uses it becomes an employee of the company immediately.',
    'A user who uses it becomes your customer and sees your logo and contact details.',
    "The owner gets an email each time someone joins and can remove employees and customers they don't recognise.",
    'When an employee leaves or is removed, the link stops working. Then create a new one.',
  ],
  linkHowTitle: 'How it works',

  // Invitations to oneself
  invitesYou: (company: string) => `${company} has invited you`,
  invitesYouText: 'If you accept, you join as an installer and can see its people and devices.',
  accept: 'Accept',
  decline: 'Decline',
  acceptOf: (company: string) => `Accept the invitation from ${company}`,
  declineOf: (company: string) => `Decline the invitation from ${company}`,

  // Leaving
  leaveTitle: (company: string) => `Leave ${company}?`,
  leaveText: (company: string) =>
    `You will immediately lose access to its people and devices, also those that you registered for it. The devices stay with their users, and the owner is notified by email. To come back, you need a new invitation from ${company}.`,

  // Deleting
  deleteCompany: 'Delete company',
  deleteFrees: (company: { devices: number }) =>
    company.devices === 0
      ? 'Deleting the company removes all members.'
      : `Deleting the company removes all members. Users keep their devices: ${devices(company.devices)} will no longer belong to a company. Devices of former employees will become yours.`,
  deleteTitle: (company: string) => `Delete ${company}?`,
  deleteText: (company: { members: number; devices: number }) =>
    [
      ...(company.devices === 0
        ? []
        : [`${devices(company.devices)} will no longer belong to a company. Users keep their devices.`]),
      company.members === 1 ? 'Your membership ends.' : `${people(company.members)} will be removed from the company.`,
      'Open invitations and the invitation link stop working. This cannot be undone.',
    ].join(' '),
  deleteType: (company: string) => `Type ${company} to confirm`,
} as const;
