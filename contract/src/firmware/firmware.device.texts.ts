/** Refusals of the functions for devices, for the developers of their firmware. */
export const deliveryTexts = {
  noProof: 'Send the token of the device, or connect with its certificate.',
  wrongProof: 'The proof of the device is wrong, or has expired.',
  otherDevice: 'The address belongs to another device.',
  ended: 'This update may not be loaded now. Ask for updates again later.',
  noFileSystem: 'There are no images of file systems.',
  busy: 'Too many devices ask at once. Please try again later.',
  manyDownloads: 'This device loads too often at once.',
  unknownDevice: 'There is no device with this serial number.',
  badCheck: 'The check is not valid.',
  unknownTenant: 'There is no such tenant.',
  unknownAction: 'There is no such action.',
  badFeedback: 'The feedback is not valid.',
} as const;
