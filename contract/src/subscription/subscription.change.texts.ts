/** The message on every open page when premium begins or ends. */
export const planChangeTexts = {
  begun: 'Premium is active.',
  endedTitle: 'Premium has ended',
  endedText: (pings: number) => `You are on the free plan: ${pings} pings a day, no live tracking.`,
} as const;
