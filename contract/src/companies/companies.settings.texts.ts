const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
const devices = (count: number): string => (count === 1 ? '1 device' : `${count} devices`);

function usedWords(uses: number): string {
  if (uses === 0) return 'Not used yet.';
  return uses === 1 ? 'Used once.' : `Used ${uses} times.`;
}

/** Our own words of the company settings page; those that the spec quotes stand in companiesTexts. */
export const companySettingsTexts = {
  cancel: 'Cancel',
  tryAgain: 'Try again',
  loading: 'Loading your company...',
  loadFailed: 'Your company could not be loaded.',
  contexts: {
    owner: (company: string) => `You are the owner of ${company}`,
    member: (company: string) => `You belong to ${company}`,
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
  notGiven: 'Not given',
  readOnly: 'Only the owner can change these details.',
  examples: { phone: '+61 2 5550 1234', website: 'https://', abnAcn: '51 824 753 556' },
  hints: {
    email: 'Customers see it.',
    website: 'With http:// or https://.',
    abnAcn: '11 or 9 digits; spaces do not matter.',
  },

  // Logo
  chooseLogo: 'Choose a logo',
  replaceLogo: 'Choose another logo',
  dropLogo: 'or drop a PNG or JPEG here, under 5MB',
  uploadingLogo: (percent: number) => `Uploading, ${percent} %`,
  uploadLabel: 'Logo upload',
  logoReady: 'Ready to be saved',
  logoWaits: 'The logo is still on its way. Save when it has arrived.',

  // Employees
  counts: (members: number, open: number) =>
    `${members === 1 ? '1 member' : `${members} members`}${open === 0 ? '' : `, ${open === 1 ? '1 invitation' : `${open} invitations`} open`}`,
  columns: { name: 'Name', status: 'Status', since: 'Since', devices: 'Devices', actions: 'Actions' },
  you: 'you',
  noDevices: 'None',
  invited: 'Invited',
  declined: 'Declined',
  employeesFailed: 'The employees could not be loaded.',
  employeesLoading: 'Loading employees...',
  noCompanyEmployees: 'Employees stand here once you have a company. Create one, or answer an invitation.',
  toDetails: 'Show Company Details',

  inviteTitle: 'Invite an installer',
  inviteText: 'A mail tells them how to answer; it also works before they have an account.',
  installerName: 'Installer name',
  installerEmail: 'Installer email',
  send: 'Send invitation',
  sent: (email: string) => `Invitation sent to ${email}`,

  remind: 'Send again',
  remindOf: (name: string) => `Send the invitation of ${name} again`,
  reminded: (email: string) => `Invitation sent again to ${email}`,
  withdraw: 'Withdraw',
  withdrawOf: (name: string) => `Withdraw the invitation of ${name}`,
  withdrawTitle: 'Withdraw this invitation?',
  withdrawText: (name: string) => `${name} can no longer accept it. You can invite them again.`,
  withdrawn: 'Invitation withdrawn',
  clear: 'Clear',
  clearOf: (name: string) => `Clear the declined invitation of ${name}`,
  cleared: 'Declined invitation cleared',
  remove: 'Remove employee',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (name: string, company: string, count: number) =>
    `${name} no longer belongs to ${company} and loses sight of its people and devices at once.${
      count === 0 ? '' : ` The ${devices(count)} that ${name} registered for it stay with their users.`
    } The account of ${name} stays.`,

  // Handing over
  handOver: 'Hand over',
  handOverTitle: (company: string) => `Hand ${company} over`,
  handOverText:
    'The new owner can edit the company, remove people, you too, and delete it. You become an employee. Only the new owner can give it back.',
  handOverTo: 'New owner',
  handOverChoose: 'Choose an employee',
  handOverMissing: 'Choose who will own the company.',
  handOverNobody:
    'Nobody has accepted an invitation yet. Invite somebody first; you can hand over when they have accepted.',
  handedOver: (name: string, company: string) => `${name} owns ${company} now`,
  close: 'Close',

  // Invitation link
  linkTitle: 'Invitation link',
  linkText: (company: string) => `Whoever signs up with it belongs to ${company}, as an installer or as a user.`,
  linkActive: 'Active',
  linkNone: 'No link',
  linkEmpty: 'No link works right now. Create one and send it to the people who shall belong to you.',
  createLink: 'Create link',
  copyLink: 'Copy link',
  newLink: 'New link',
  newLinkTitle: 'Make a new link?',
  newLinkText: 'The link of now ends at once: whoever still has it cannot join with it. Those who have joined stay.',
  linkUse: (uses: number, left: string, most: number) =>
    `${usedWords(uses)} Ends in ${left}, or after ${most} uses. A new link ends this one.`,
  linkFailedToLoad: 'The invitation link could not be loaded.',
  linkLoading: 'Loading the link...',
  linkMade: 'Made',
  linkEnds: 'Ends',
  endsOn: (day: string, left: string) => `${day}, in ${left}`,
  linkUses: 'Uses',
  linkUsesOf: (uses: number, most: number) => `${uses} of ${most}`,
  linkHow: [
    'An installer who uses it becomes an employee of the company at once.',
    'A user who uses it becomes your customer and sees your logo and how to reach you.',
    'The owner gets a mail each time somebody joins and can remove an employee nobody knows.',
  ],
  linkHowTitle: 'What happens with it',

  // Invitations to oneself
  invitesYou: (company: string) => `${company} invites you`,
  invitesYouText: 'If you accept, you belong to it as an installer and see its people and devices.',
  accept: 'Accept',
  decline: 'Decline',
  acceptOf: (company: string) => `Accept the invitation of ${company}`,
  declineOf: (company: string) => `Decline the invitation of ${company}`,

  // Leaving
  leaveTitle: (company: string) => `Leave ${company}?`,
  leaveText: (company: string) =>
    `You lose sight of its people and devices at once. Devices stay with their users. To come back you need an invitation of ${company}.`,

  // Deleting
  deleteCompany: 'Delete company',
  deleteFrees: (company: { devices: number }) =>
    company.devices === 0
      ? 'Deleting ends all memberships.'
      : `Deleting frees ${devices(company.devices)} and ends all memberships.`,
  deleteTitle: (company: string) => `Delete ${company}?`,
  deleteText: (company: { members: number; devices: number }) =>
    [
      ...(company.devices === 0 ? [] : [`${devices(company.devices)} will belong to no company; users keep them.`]),
      company.members === 1 ? 'Your membership ends.' : `The memberships of ${people(company.members)} end.`,
      'Open invitations and the invitation link stop working. This cannot be undone.',
    ].join(' '),
  deleteType: (company: string) => `Type ${company} to confirm`,
} as const;
