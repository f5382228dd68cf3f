/** Refusals of rollouts. */
export const steeringTexts = {
  noRelease: 'This release is not published.',
  noRollout: 'No rollout has this id.',
  expired: 'The signature of this release has expired. Upload the version again as a new release.',
  otherRollout: 'Another rollout of this model and channel has not ended. Stop it first.',
  nobody: 'No chosen device can get this release. Check the model, the channel and the versions of the devices.',
  noTimeZone: 'Unknown time zone. Use a name such as Australia/Sydney.',
  stale: 'The rollout has changed since you loaded it. Load it again.',
  haltedTitle: (version: string) => `The rollout of firmware ${version} halted`,
  haltedMessage: (failed: number, finished: number, ring: number, limitPct: number) =>
    `${failed} of ${finished} finished updates in ring ${ring} failed. The limit is ${limitPct}%. No more updates are handed out. Open Firmware Management to see why.`,
  wrongState: 'The rollout is in a state that does not allow this.',
};
