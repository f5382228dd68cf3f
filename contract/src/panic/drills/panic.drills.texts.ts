export const drillTexts = {
  premium: 'Premium notifies your contacts in an emergency. Subscribe to test that chain.',
  limit: 'You can start 3 tests an hour.',
  noDevice: 'This device does not exist, or it is not yours.',
  trigger: 'Drill',
} as const;
