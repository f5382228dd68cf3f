export const deviceSetupTexts = {
  title: 'Setup',
  context: 'Registering new devices',
  notYet:
    'New devices cannot be registered here on this server yet. Its operator can register them; they then appear under Devices.',
  toDevices: 'Show devices',
} as const;
