/** PING-10: a command that was not answered with OK. */
export const commandFailureTexts = {
  httpFailed: (status: number) => `Command failed: ${status}`,
} as const;
