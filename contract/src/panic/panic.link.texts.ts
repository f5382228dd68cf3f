/** PANIC-07: the page of a contact without an account, behind the link of the message. */
export const panicLinkTexts = {
  title: 'Emergency',
  invalidTitle: 'This link does not work any more',
  invalidText:
    'The link is incomplete, or its incident is over. Open the newest message again. If someone may be in danger, call them or the emergency services.',
} as const;
