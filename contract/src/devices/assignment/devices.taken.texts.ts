/** Texts for a device that another person unassigned from its user, and for giving a device back. */
export const takenTexts = {
  takenTitle: (serial: string) => `${serial} is no longer assigned to you`,
  takenText:
    'Have you given it back? Until you confirm this, or someone enters the claim code on its label, no one can see its location.',
  takenBack: 'I gave it back',
  takenBackOf: (serial: string) => `I gave ${serial} back`,
  takenFailed: 'This could not be saved. Please try again.',
  givenBack: 'You gave the device back.',
} as const;
