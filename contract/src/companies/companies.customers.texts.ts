/** Texts about the users who joined a company by its link (COMP-10). */
export const companyCustomersTexts = {
  // The owner's list
  title: 'Customers',
  count: (total: number) => (total === 1 ? '1 customer' : `${total} customers`),
  empty: 'No customers yet. Users who join by the invitation link appear here.',
  loading: 'Loading customers...',
  failed: 'The customers could not be loaded.',
  tryAgain: 'Try again',
  joined: 'Joined',
  showMore: 'Show more',
  remove: 'Remove customer',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (name: string, company: string) =>
    `${name} will no longer see the logo and contact details of ${company} as its customer, and gets an email about it. The account and the devices of ${name} stay. To come back, ${name} needs an invitation link.`,
  removed: (name: string) => `${name} is no longer a customer`,
  removeFailed: 'Failed to remove the customer',

  // The customer's own settings
  own: 'Company',
  ownText: (company: string) =>
    `You are a customer of ${company}. Its owner sees your name and email address, but not your devices or locations.`,
  leaveText: (company: string) =>
    `You will no longer see the logo and contact details of ${company} as its customer, and its owner will no longer see your name and email address here. Your devices stay with you. To come back, you need an invitation link.`,
  support: 'You are a customer of this company',
} as const;
