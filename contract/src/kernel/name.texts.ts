export const nameTexts = {
  notPlain: 'Use letters, numbers and punctuation on one line.',
  noLetter: 'Use at least one letter or number.',
  link: 'Leave out web addresses.',
} as const;
