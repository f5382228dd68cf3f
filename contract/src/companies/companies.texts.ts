export const companiesTexts = {
  title: 'Company Settings',
  context: 'Your company and its people',
  notYet:
    'Companies, employees and invitations cannot be managed on this server yet. Your own account and devices work without them.',
  toSettings: 'Show account settings',
} as const;
