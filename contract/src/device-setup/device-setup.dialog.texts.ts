/** Our own words of the dialog 'Reconfigure Device'; those that the spec quotes stand in deviceSetupTexts. */
export const setupDialogTexts = {
  title: 'Reconfigure Device',
  text: (device: string) => `Hub and SIM settings of ${device}. Its user and its installer are told of a change.`,
  loading: 'Loading the settings...',
  loadFailed: 'The settings could not be loaded.',

  current: 'Settings of now',
  hub: 'Hub',
  none: 'None',
  sim: 'SIM',
  simSet: 'Own settings',
  simAsDelivered: 'As delivered',
  removeSim: 'Remove SIM settings',
  unlinkTitle: (hub: string) => `Unlink ${hub}?`,
  keptUntil: (day: string, by: string | null) =>
    `${by === null ? 'The settings before' : `The settings before the change by ${by}`} are kept until ${day}.`,
  nextTryIn: (left: string) => `next try in ${left}`,

  changeHub: 'Hub integration',
  apnHint: 'From the SIM provider',
  nothingGiven: 'Enter a SIM setting, or switch the hub integration on.',
  reconfigure: 'Reconfigure',
  reconfigureOf: (device: string) => `Reconfigure ${device}`,
  close: 'Close',
} as const;
