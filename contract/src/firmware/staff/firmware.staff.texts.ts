import { firmwareRules } from '../firmware.rules.ts';

/** Refusals of firmware files (FWM-01). The first two pairs are a title and its text. */
export const releaseTexts = {
  invalidFile: 'Invalid File',
  selectBin: 'Please select a .bin file',
  missingInformation: 'Missing Information',
  selectFileAndVersion: 'Please select a file and enter a version number',
  fileNameHasPath: 'The name of the file must have no path and no control characters.',
  tooLarge: `A firmware file can have at most ${firmwareRules.imageMaxBytes / 2 ** 20} MB.`,
  notEspImage: 'This file is not an ESP firmware image. If it is for another chip, choose that under More.',
  isEspImage: (version: string) =>
    `This file is an ESP firmware image of version ${version}. Upload it as an image for an ESP chip.`,
  unknownChip: (id: number) => `The image is for an unknown chip (id 0x${id.toString(16).padStart(2, '0')}).`,
  truncated: 'The image is truncated: a segment ends behind the end of the file.',
  noDescription: 'The image has no application description, so its version cannot be checked.',
  wrongChecksum: 'The checksum of the image is wrong. Build or copy the file again.',
  wrongHash: 'The hash at the end of the image is wrong. Build or copy the file again.',
  noHash: 'The image does not end with its hash. Build it with the hash appended.',
  wrongLength: 'The image has bytes after its end, or its end is missing.',
  otherVersionInside: (typed: string, inside: string) => `You entered version ${typed}, but the image says ${inside}.`,
  versionTooLarge: 'A number of this version is too large.',
  notAbove: (version: string, highest: string) =>
    `Version ${version} is not above ${highest}, the highest version of this model and channel.`,
  otherBytes: (version: string) =>
    `Version ${version} already exists with other content. Give the new content a new version.`,
  otherChannel: (version: string, channel: string) =>
    `Version ${version} already exists in the channel ${channel}. Delete it first.`,
  wasWithdrawn: (version: string) => `Version ${version} was withdrawn. Give the content a new version.`,
  minSequenceTooLarge: (sequence: number) =>
    `The smallest sequence must be below ${sequence}, the sequence of this image.`,
  notFound: 'This firmware file no longer exists.',
  imageGone: 'The image of this withdrawn version was deleted.',
  notDraft: 'This version is already published or withdrawn.',
  otherPersonPublishes: 'Another staff member must publish this version, because you uploaded it.',
  expired: 'The manifest of this version has expired. Upload a new version.',
  unknownKey: 'The signature is from a key that this server does not trust.',
  wrongSignature: 'The signature does not fit the manifest of this version.',
  inUse: (rollouts: number, devices: number) =>
    `This version is in use: ${counted(rollouts, 'rollout')}, ${counted(devices, 'device')}. It can be deleted when both are 0.`,
} as const;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
