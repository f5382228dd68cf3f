const devices = (count: number) => (count === 1 ? '1 device' : `${count} devices`);

/** Our own words of devices that change whom or what they belong to; those of the calls stand in assignmentTexts. */
export const belongingTexts = {
  // A departed member's devices (IDEV-09)
  departed: 'Devices of departed members',
  departedText: 'Nobody of the company services them until you hand them to somebody.',
  departedOf: (name: string, count: number) => `${name}: ${devices(count)}`,
  handTo: (name: string) => `Who takes over the devices of ${name}`,
  choose: 'Choose a member',
  chooseFirst: 'Choose who takes them over.',
  handOver: 'Hand over',
  handOverOf: (name: string) => `Hand over the devices of ${name}`,
  handOverFailed: 'The devices could not be handed over. Please try again.',
  nobodyElse: 'Nobody else services devices here. Invite somebody first.',

  // Own devices from before the company (REG-10)
  outside: 'Devices from before',
  outsideText: (count: number, company: string) =>
    `${devices(count)} that you registered ${count === 1 ? 'belongs' : 'belong'} to no company. At ${company}, all employees see and service ${count === 1 ? 'it' : 'them'}; who has ${count === 1 ? 'it' : 'them'} is told.`,
  bring: (count: number) => `Bring ${devices(count)}`,
  bringTitle: (count: number, company: string) => `Bring ${devices(count)} to ${company}?`,
  bringNext: 'They stay with the company when you leave it. This cannot be undone here.',
  bringFailed: 'The devices could not be brought to the company. Please try again.',

  giveBackOf: (name: string) => `Give back ${name}`,
  itsInstaller: 'its installer',
} as const;
