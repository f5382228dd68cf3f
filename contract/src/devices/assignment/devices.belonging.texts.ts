const devices = (count: number) => (count === 1 ? '1 device' : `${count} devices`);

/** Texts of the screens for changing owner or user. The server's texts are in assignmentTexts. */
export const belongingTexts = {
  // A departed member's devices (IDEV-09)
  departed: "Former members' devices",
  departedText: 'No one in the company services these devices until you reassign them.',
  departedOf: (name: string, count: number) => `${name}: ${devices(count)}`,
  handTo: (name: string) => `Who takes over the devices of ${name}`,
  choose: 'Choose a member',
  chooseFirst: 'Choose who takes them over.',
  handOver: 'Reassign',
  handOverOf: (name: string) => `Reassign the devices of ${name}`,
  handOverFailed: 'The devices could not be reassigned. Please try again.',
  nobodyElse: 'No one else can take over these devices. Invite someone first.',

  // Own devices from before the company (REG-10)
  outside: 'Devices you registered before joining',
  outsideOfOwner: 'Devices without a company',
  outsideText: (count: number, company: string) =>
    `${devices(count)} that you registered ${count === 1 ? 'does' : 'do'} not belong to a company. Once moved to ${company}, all employees can see and service ${count === 1 ? 'it' : 'them'}. The users of ${count === 1 ? 'the device' : 'the devices'} are notified.`,
  outsideTextOfOwner: (count: number, company: string) =>
    `${devices(count)} that you registered ${count === 1 ? 'does' : 'do'} not belong to a company. Your employees can service ${count === 1 ? 'it' : 'them'} while you own ${company}. Once moved, ${count === 1 ? 'it stays' : 'they stay'} with ${company} under any owner.`,
  bring: (count: number) => `Move ${devices(count)}`,
  bringTitle: (count: number, company: string) => `Move ${devices(count)} to ${company}?`,
  bringNext: 'They stay with the company if you leave. You cannot undo this.',
  bringFailed: 'The devices could not be moved to the company. Please try again.',

  itsInstaller: 'its installer',
} as const;
