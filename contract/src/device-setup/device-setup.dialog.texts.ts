/** Own texts of the dialog 'Reconfigure Device'. Texts quoted from the specification are in deviceSetupTexts. */
export const setupDialogTexts = {
  title: 'Reconfigure Device',
  text: (device: string) => `Hub and SIM settings of ${device}. Its user and installer are notified of any change.`,
  loading: 'Loading the settings...',
  loadFailed: 'The settings could not be loaded.',

  current: 'Current settings',
  hub: 'Hub',
  none: 'None',
  sim: 'SIM',
  simSet: 'Custom settings',
  simAsDelivered: 'Factory default',
  removeSim: 'Remove SIM settings',
  unlinkTitle: (hub: string) => `Unlink ${hub}?`,
  keptUntil: (day: string, by: string | null) =>
    `${by === null ? 'The previous settings' : `The settings from before the change by ${by}`} are kept until ${day}.`,
  nextTryIn: (left: string) => `next attempt in ${left}`,

  changeHub: 'Hub integration',
  apnHint: 'From the SIM provider',
  nothingGiven: 'Enter a SIM setting or turn on hub integration.',
  reconfigure: 'Reconfigure',
  reconfigureOf: (device: string) => `Reconfigure ${device}`,
  close: 'Close',
} as const;
