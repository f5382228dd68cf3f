/** Texts of the card that shows a user whom to call (UDASH-02). */
export const companySupportTexts = {
  title: 'Installer Support',
  fitted: 'Looks after your devices',
  none: 'Your devices are not linked to a company. Contact the person who installed them.',
} as const;
