/** Texts for open sessions and for the end of sessions. */
export const sessionsTexts = {
  title: 'Sessions',
  text: 'Where you are signed in.',
  thisOne: 'This session',
  seen: 'Last active',
  address: 'IP address',
  device: 'Browser',
  end: 'End',
  endOf: (device: string, address: string) => `End session: ${device}, ${address}`,
  endOthers: 'End all others',
  ended: 'Session ended.',
  othersEnded: (count: number) => (count === 1 ? '1 other session ended.' : `${count} other sessions ended.`),
  notFound: 'This session has already ended.',
  endFailed: 'The session could not be ended.',
  loadFailed: 'Your sessions could not be loaded.',
  tryAgain: 'Try again',
  idleTitle: 'Are you still there?',
  idleWarning: 'Your session will expire in 5 minutes due to inactivity. Click OK to continue your session.',
  ok: 'OK',
  expired: 'Your session has expired due to inactivity. Please sign in again.',
  over: 'Your session has ended. Please sign in again.',
} as const;

export const sessionsMails = {
  newBrowser: ({ browser, address, at, url }: { browser: string; address: string; at: string; url: string }) => ({
    subject: 'New sign-in to your Trace account',
    text: [
      'Someone signed in to your Trace account from a browser that has not been used for this account before:',
      '',
      `    ${browser}`,
      `    IP address ${address}`,
      `    ${at}`,
      '',
      "If this was you, you don't need to do anything.",
      "If this wasn't you, change your password immediately. This also ends all other sessions:",
      url,
    ].join('\n'),
  }),
} as const;
