/** Texts for scanning the QR code of a label (REG-13). */
export const scanTexts = {
  open: 'Scan label',
  title: 'Scan the label',
  hint: 'Point the camera at the QR code on the label. Pictures stay in this browser.',
  view: 'Camera view',
  picture: 'Use a picture',
  reading: 'Reading the picture',
  close: 'Close',

  foreign: 'This QR code is not a device label.',
  nothing: 'No QR code found yet. Hold the label about 15 cm away in even light, or use a picture.',
  insecure: 'The camera works only at an https address. Use a picture, or type the details from the label.',
  refused: 'Camera access is blocked. Allow it in the browser settings, use a picture, or type the details.',
  missing: 'This browser found no camera. Use a picture, or type the details from the label.',
  broken: 'The camera could not be started. Close other apps that use it, use a picture, or type the details.',
  noPicture: 'This file is not a picture that the browser can read. Use a JPEG or PNG picture.',
  unreadable: 'No QR code was found in this picture. Take one closer, in even light, with the whole code in view.',

  /** The label of another device. */
  otherDevice: (scanned: string, wanted: string) => `This is the label of ${scanned}. Scan the label of ${wanted}.`,
  noClaim: 'This label has no claim code.',
} as const;
