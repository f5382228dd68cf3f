const counted = (count: number): string => (count === 1 ? '1 device' : `${count} devices`);

export const bulkActions = ['assign', 'end', 'reconfigure', 'firmware'] as const;

export type BulkAction = (typeof bulkActions)[number];

/** IDEV-11: one action on several selected devices. */
export const bulkTexts = {
  bar: 'Selected devices',
  select: (device: string) => `Select ${device}`,
  selectAll: 'Select all devices on this page',
  selected: (count: number) => `${counted(count)} selected`,
  full: (most: number) => `You can select at most ${most} devices.`,
  clear: 'Clear selection',
  actions: {
    assign: 'Assign',
    end: 'End assignment',
    reconfigure: 'Reconfigure SIM',
    firmware: 'Update firmware',
  } satisfies Record<BulkAction, string>,
  titles: {
    assign: (count: number) => `Assign ${counted(count)}`,
    end: (count: number) => `End the assignment of ${counted(count)}?`,
    reconfigure: (count: number) => `Reconfigure the SIM of ${counted(count)}`,
    firmware: (count: number) => `Update the firmware of ${counted(count)}`,
  } satisfies Record<BulkAction, (count: number) => string>,
  hints: {
    assign: 'All devices will be assigned to the same email address.',
    end: 'The users will no longer see these devices and will be notified by email. No one can see a location until the device is given back or someone enters the claim code on its label.',
    firmware:
      'Each device with an available version updates as soon as it is safe: connected, with enough battery, and standing still.',
    reconfigure: 'Every device gets the same SIM settings. A hub is linked to each device separately.',
  } satisfies Record<BulkAction, string>,
  able: 'The action applies to:',
  skipped: 'These devices will be left out:',
  noneAble: 'The action applies to none of the selected devices.',
  reasons: {
    hasUser: 'already has a user or a pending assignment',
    notGivenBack: 'not given back by its previous user',
    noUser: 'has no user',
    own: 'assigned to you',
    replaced: 'replaced by another device',
  },
  simMissing: 'Enter at least one SIM setting.',
  progress: (done: number, of: number) => `${done} of ${of} done`,
  done: {
    assign: 'Assigned',
    end: 'Assignment ended',
    reconfigure: 'Settings saved',
    firmware: 'Update requested',
  } satisfies Record<BulkAction, string>,
  stay: 'Stay on this page until all devices are done, so that you see the results.',
  notTried: 'Not tried.',
  resultTitle: (done: number, failed: number) =>
    failed === 0 ? `${counted(done)} done` : `${counted(done)} done, ${failed} failed`,
  retry: (count: number) => `Try ${counted(count)} again`,
  cancel: 'Cancel',
  close: 'Close',
} as const;
