/** The way to the access log, and how many can see the person right now. */
export const accessLinkTexts = {
  ledger: 'Who viewed my location',
  nobodyNow: 'No one can see your location right now',
  emergency: 'Panic contacts who were told can see your location until the incident is closed',
  seenBy: (count: number) =>
    count === 1 ? '1 person can see your location right now' : `${count} people can see your location right now`,
} as const;
