/** Texts of a half-filled registration that the browser keeps (REG-14). */
export const draftTexts = {
  notice: 'Half-filled registration',
  restored: 'Your half-filled registration is back. Saved',
  secrets: 'Hub sign-in and SIM password are never saved. Enter them again if you need them.',

  otherTitle: (name: string) => `Another half-filled registration: ${name}`,
  otherText: 'It was saved in this browser, probably in another tab. Only one can be kept. Saved',
  useOther: 'Continue with that one',
  keepThis: 'Keep this one',

  replaceLabelTitle: (typed: string) => `Replace ${typed}?`,
  replaceLabelText: (scanned: string) =>
    `You scanned the label of ${scanned}. Its serial number and claim code replace the ones in the form. Name, hub and SIM settings stay.`,
  replaceLabel: 'Use the scanned label',

  replaceTypedTitle: 'Replace the values in the form?',
  replaceTypedText: (name: string) => `The refused registration of ${name} replaces everything that you have typed.`,
  replaceTyped: 'Replace and edit',

  replaceWaitingTitle: (serial: string) => `Replace the waiting registration of ${serial}?`,
  replaceWaitingText: (name: string) =>
    `A registration of this device as ${name} is already waiting for signal. Only one of the two can be sent.`,
  replaceWaiting: 'Replace it',
} as const;
