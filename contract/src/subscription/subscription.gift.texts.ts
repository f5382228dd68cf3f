/** Premium that support gives, on the page of a person in the back office. */
export const giftTexts = {
  give: 'Give premium',
  title: (name: string) => `Give premium to ${name}`,
  text: 'The person pays nothing. A paid plan goes on beside the gift. The person gets an email when premium ends.',
  lastDay: 'Last day',
  lastDayHint: 'Premium ends after this day, in the time zone of the person.',
  lastDayWrong: 'Choose a day from today on, within two years.',
  end: 'End the gift now',
  given: 'Premium given',
  ended: 'The gift has ended',
  failed: 'Failed to change the gift',
  noPerson: 'There is no such user or installer.',
  noGift: 'This person has no premium from support.',
  cancel: 'Cancel',
} as const;
