/** The question before a dialog closes with text that was neither sent nor saved. */
export const dialogTexts = {
  discardTitle: 'Discard your text?',
  discardText: 'Your text has not been sent or saved. If you discard it, it is lost.',
  keepWriting: 'Keep writing',
  discard: 'Discard',
} as const;
