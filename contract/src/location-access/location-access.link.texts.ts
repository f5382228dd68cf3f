/** The way to the ledger, and how many can see the person right now. */
export const accessLinkTexts = {
  ledger: 'Who looked at my location',
  nobodyNow: 'Nobody can see you right now',
  seenBy: (count: number) =>
    count === 1 ? 'One person can see you right now' : `${count} people can see you right now`,
} as const;
