import { companyLengths } from './companies.rules.ts';

/** Words of the company settings, of invitations and of their mails. */
export const companiesTexts = {
  title: 'Company Settings',
  context: 'Your company and its people',

  tabs: { details: 'Company Details', employees: 'Employees', invitations: 'User Invitations' },
  statuses: { owner: 'owner', pending: 'pending', accepted: 'accepted', declined: 'declined' },
  unknownName: 'Unknown',
  leave: 'Leave Company',

  // Company details
  tooManyInvitationMails: 'This address was sent several invitations in the last few hours.',
  nameMissing: 'Enter the name of the company.',
  nameTooLong: `The name can have ${companyLengths.name} characters at most.`,
  nameInvalid: 'The name contains a hidden character. Type it again instead of pasting it.',
  emailMissing: "Enter the company's email address.",
  emailInvalid: 'Enter an email address, such as name@example.com.',
  phoneInvalid: 'Use only digits, spaces and + ( ) - . in the phone number.',
  websiteInvalid: 'Start the website address with http:// or https://.',
  abnAcnInvalid: 'This is not a valid ABN (11 digits) or ACN (9 digits). Check for typing errors.',
  addressInvalid: 'The address contains a hidden character. Type it again instead of pasting it.',
  logoRequired: 'Company logo is required',
  logoNotImage: 'Please select an image file',
  logoTooBig: 'Image size must be less than 5MB',
  logoTooLarge: 'The image is too large. The maximum is 4096 × 4096 pixels.',
  logoElsewhere: 'The logo must be a file that you uploaded to this server.',
  otherCreator: 'You can only create a company for yourself. Leave the creator out or use your own.',
  logoGone: 'The uploaded logo has expired. Choose it again.',
  logoBusy: 'Too many images are being processed right now. Please try again in a moment.',

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
  forbidden: "Only the company's owner can do this.",
  mayNotRemove: "You don't have permission to remove employees",
  mayNotDelete: "You don't have permission to delete this company",
  employeeNotFound: 'Employee not found or access denied',
  membershipNotFound: 'Membership record not found',
  invitationGone: 'This invitation no longer exists. The company may have withdrawn it.',
  customerNotFound: 'This person is not a customer of the company.',
  ownerNotRemoved: 'Cannot remove the company owner',
  ownerNotLeaving: 'Cannot leave company as owner',
  inviteMissing: 'Please enter both installer name and email',
  alreadyInvited: 'This person has already been invited.',
  alreadyMember: 'This person already belongs to the company.',
  tooManyMembers: 'The company has reached its limit of people and invitations.',
  inCompany: 'You already belong to a company. Leave it first.',
  inThisCompany: 'You already belong to this company.',
  alreadyAnswered: 'This invitation has already been answered.',
  linkRefused:
    'You are not authorized to generate invitation links for this company. Only company owners and accepted employees can generate invitation links.',
  linkEnded: 'This invitation link is no longer valid. Ask for a new one.',
  nameDiffers: 'The name does not match. Type the company name exactly as shown.',
  notAccepted: 'Only an employee who has accepted the invitation can become the owner.',
  ownerHoldsBack: 'You own a company. Transfer ownership or delete it first.',

  // Mails
  inviteMailSubject: (company: string) => `${company} has invited you to join`,
  inviteMailText: (mail: { company: string; owner: string; url: string }) =>
    `${mail.owner} invites you to join ${mail.company} as an installer.\n\nTo answer, sign in or sign up with this email address and open Company Settings:\n${mail.url}\n\nIf you don't know ${mail.company}, ignore this email.`,
  /** The address belongs to a user account, which cannot join a company as an installer. */
  inviteUserMailText: (mail: { company: string; owner: string; url: string }) =>
    `${mail.owner} invites you to join ${mail.company} as an installer.\n\nYour account with this email address is a user account, which cannot join as an installer. To accept, ask ${mail.owner} to invite another email address of yours, and sign up as an installer with that address:\n${mail.url}\n\nIf you don't know ${mail.company}, ignore this email.`,
  answeredMailSubject: (company: string, status: 'accepted' | 'declined') =>
    `The invitation to ${company} was ${status}`,
  answeredMailText: (mail: {
    name: string;
    email: string;
    company: string;
    status: 'accepted' | 'declined';
    url: string;
  }) =>
    `${mail.name} (${mail.email}) ${mail.status} the invitation to ${mail.company}.${mail.status === 'accepted' ? ' They can now see its people and devices.' : ''}\n\nOpen Company Settings:\n${mail.url}`,
  joinedMailSubject: (company: string) => `Someone joined ${company}`,
  joinedMailText: (mail: {
    name: string;
    email: string;
    company: string;
    as: 'member' | 'customer';
    uses: number;
    most: number;
    url: string;
  }) =>
    `${mail.name} (${mail.email}) joined ${mail.company} ${mail.as === 'member' ? 'as an installer' : 'as a user'} through your invitation link.\n\nThe link has been used ${mail.uses} of ${mail.most} times. If you don't recognise this person, remove them and replace the link:\n${mail.url}`,
  handedOverMailSubject: (company: string) => `You are now the owner of ${company}`,
  handedOverMailText: (mail: { from: string; company: string; url: string }) =>
    `${mail.from} transferred ownership of ${mail.company} to you. You can now edit the company, invite and remove people, and delete it.\n\nOpen Company Settings:\n${mail.url}`,
  leftMailSubject: (company: string) => `An employee left ${company}`,
  leftMailText: (mail: { name: string; email: string; company: string; devices: number; url: string }) =>
    `${mail.name} (${mail.email}) left ${mail.company} and can no longer see its devices.\n\n${mail.devices === 0 ? '' : `Devices that ${mail.name} registered and that stay with the company: ${mail.devices}. No one can assign or replace them until you reassign them to another employee.\n\n`}Open Company Settings:\n${mail.url}`,
  removedMailSubject: (company: string) => `You no longer belong to ${company}`,
  removedMailText: (mail: { company: string }) =>
    `The owner of ${mail.company} removed you from the company. You can no longer see or service the company's devices, also those that you registered for it. Devices of your own and your account stay.`,
  deletedMailSubject: (company: string) => `${company} has been deleted`,
  deletedMailText: (mail: { company: string; owner: string }) =>
    `${mail.owner} deleted the company ${mail.company}. You no longer see the devices that others registered for it. Devices that you registered stay with you, and your account stays.`,
  removedCustomerMailText: (mail: { company: string }) =>
    `The owner of ${mail.company} removed you from the customers of the company. Your devices and your account stay.`,
} as const;
