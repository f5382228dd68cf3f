/** Words of the card that tells a user whom to call (UDASH-02). */
export const companySupportTexts = {
  title: 'Installer Support',
  fitted: 'Looks after your devices',
  none: 'No company is named for your devices. Ask whoever fitted them.',
} as const;
