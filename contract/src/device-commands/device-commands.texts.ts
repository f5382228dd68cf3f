export const deviceCommandsTexts = {
  commandFailed: 'Command Failed',
  httpFailed: (status: number) => `Command failed: ${status}`,
  unknownError: 'Unknown error',
  expired: 'The device did not answer in time. The command will not be sent late.',
} as const;
