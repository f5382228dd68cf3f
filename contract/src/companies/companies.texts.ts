/** Words of the company settings, of invitations and of their mails (back-office.md §2, §5, §6, §8). */
export const companiesTexts = {
  title: 'Company Settings',
  context: 'Your company and its people',

  tabs: { details: 'Company Details', employees: 'Employees', invitations: 'User Invitations' },
  statuses: { owner: 'owner', pending: 'pending', accepted: 'accepted', declined: 'declined' },
  unknownName: 'Unknown',
  leave: 'Leave Company',

  // Company details
  nameMissing: 'Enter the name of the company.',
  nameInvalid: 'The name may not hold invisible control characters.',
  emailMissing: "Enter the company's e-mail address.",
  emailInvalid: 'This does not look like an e-mail address.',
  phoneInvalid: 'A phone number has digits, spaces and + ( ) - . only.',
  websiteInvalid: 'The website begins with http:// or https://.',
  abnAcnInvalid: 'This is no ABN (11 digits) or ACN (9 digits): its check digits do not fit.',
  addressInvalid: 'The address may not hold invisible control characters.',
  logoRequired: 'Company logo is required',
  logoNotImage: 'Please select an image file',
  logoTooBig: 'Image size must be less than 5MB',
  logoTooLarge: 'The image is too large: 4096 x 4096 pixels at most.',
  logoGone: 'This logo is no longer kept. Please choose it again.',
  logoBusy: 'Too many images are read just now. Please try again in a moment.',

  created: 'Company created successfully!',
  updated: 'Company details updated successfully!',
  deleted: 'Company deleted successfully!',
  removed: 'Employee removed successfully!',
  left: 'You have successfully left the company',
  answered: (status: 'accepted' | 'declined') => `Invitation ${status} successfully!`,
  linkCreated: 'Invitation link created successfully!',
  linkRenewed: 'New invitation link generated successfully!',
  linkCopied: 'Invitation link copied to clipboard!',

  uploadFailed: 'Failed to upload logo',
  createFailed: (reason: string) => `Failed to create company: ${reason}`,
  saveFailed: 'Failed to save company details',
  leaveFailed: 'Failed to leave company',
  respondFailed: 'Failed to respond to invitation',
  inviteFailed: 'Failed to send invitation',
  linkFailed: 'Failed to generate invitation link',
  copyFailed: 'Failed to copy link to clipboard',

  // Refusals
  notFound: 'There is no such company, or you do not belong to it.',
  forbidden: 'Only the owner of the company may do this.',
  mayNotRemove: "You don't have permission to remove employees",
  mayNotDelete: "You don't have permission to delete this company",
  employeeNotFound: 'Employee not found or access denied',
  membershipNotFound: 'Membership record not found',
  ownerNotRemoved: 'Cannot remove the company owner',
  ownerNotLeaving: 'Cannot leave company as owner',
  inviteMissing: 'Please enter both installer name and email',
  alreadyInvited: 'This person has been invited already.',
  alreadyMember: 'This person belongs to the company already.',
  tooManyMembers: 'The company has as many people and invitations as it can have.',
  inCompany: 'You belong to a company already. Leave it first.',
  alreadyAnswered: 'This invitation has been answered already.',
  linkRefused:
    'You are not authorized to generate invitation links for this company. Only company owners and accepted employees can generate invitation links.',
  linkEnded: 'This invitation link is not valid any more. Ask for a new one.',
  nameDiffers: 'Type the name of the company exactly as it is.',
  notAccepted: 'Only somebody who has accepted can become the owner.',
  ownerHoldsBack: 'You own a company. Hand it over or delete it first.',

  // Mails
  inviteMailSubject: (company: string) => `${company} invites you`,
  inviteMailText: (mail: { name: string | null; company: string; owner: string; url: string }) =>
    `Hello${mail.name === null ? '' : ` ${mail.name}`},\n\n${mail.owner} invites you to join ${mail.company} as an installer.\n\nSign in or sign up with this e-mail address and answer under Company Settings:\n${mail.url}\n\nIf you do not know ${mail.company}, ignore this mail.`,
  joinedMailSubject: (company: string) => `Somebody joined ${company}`,
  joinedMailText: (mail: {
    name: string;
    email: string;
    company: string;
    as: 'member' | 'customer';
    uses: number;
    most: number;
    url: string;
  }) =>
    `${mail.name} (${mail.email}) joined ${mail.company} ${mail.as === 'member' ? 'as an installer' : 'as a user'} through your invitation link.\n\nThe link has been used ${mail.uses} of ${mail.most} times. If you do not know this person, remove them and make a new link:\n${mail.url}`,
  handedOverMailSubject: (company: string) => `You are the owner of ${company} now`,
  handedOverMailText: (mail: { from: string; company: string; url: string }) =>
    `${mail.from} handed ${mail.company} over to you. You can edit it, invite and remove people, and delete it:\n${mail.url}`,
  removedMailSubject: (company: string) => `You no longer belong to ${company}`,
  removedMailText: (mail: { company: string }) =>
    `The owner of ${mail.company} removed you from the company. Your account stays as it is.`,
} as const;
