// Uploaded pictures are decoded and encoded again, so that other content of the file is dropped (T41).
import type { Sharp } from 'sharp';
import { createTurns } from '#platform/grouping/turns';

export type Remade = { kind: 'picture'; content: Uint8Array } | { kind: 'no_picture' | 'too_large' | 'busy' };

export interface PictureOptions {
  /** Longest side in pixels of an accepted picture. */
  readonly maxSide: number;
  /** Longest side in pixels of the stored picture. Smaller pictures keep their size. */
  readonly keptSide: number;
  /** `same`: a PNG stays a PNG, a JPEG a JPEG. */
  readonly format: 'webp' | 'same';
}

/** Decoding 16 million pixels takes tens of megabytes and a core for a second. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 8;
const DECODE_TIMEOUT_SEC = 10;
const WEBP_QUALITY = 86;
/** Support reads labels and displays in photos. */
const JPEG_QUALITY = 90;

/** Identifies the format by its first bytes, because a name or a declared type proves no format. */
const signatures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
];

const isKnownPicture = (file: Uint8Array): boolean =>
  signatures.some((signature) => signature.every((byte, at) => file[at] === byte));

const turns = createTurns(MOST_AT_ONCE);

/** A PNG or JPEG as a still picture in sRGB, upright, without metadata. */
export async function remakePicture(file: Uint8Array, options: PictureOptions): Promise<Remade> {
  if (!isKnownPicture(file)) return { kind: 'no_picture' };
  if (turns.waiting() >= MOST_WAITING) return { kind: 'busy' };
  await turns.take();
  try {
    return await remake(file, options);
  } finally {
    turns.give();
  }
}

async function remake(file: Uint8Array, { maxSide, keptSide, format }: PictureOptions): Promise<Remade> {
  const read = await loadReader();
  // Reads only the header, to distinguish a picture of too many pixels from a broken picture.
  const sizes = await orNull(() => read(file, false).metadata());
  if (sizes === null) return { kind: 'no_picture' };
  if (sizes.width > maxSide || sizes.height > maxSide) return { kind: 'too_large' };
  const content = await orNull(() => {
    const picture = read(file, maxSide * maxSide)
      .autoOrient()
      .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: DECODE_TIMEOUT_SEC });
    return encoded(picture, format === 'same' ? sizes.format : format).toBuffer();
  });
  return content === null ? { kind: 'no_picture' } : { kind: 'picture', content };
}

function encoded(picture: Sharp, format: string): Sharp {
  if (format === 'webp') return picture.webp({ quality: WEBP_QUALITY });
  return format === 'png' ? picture.png() : picture.jpeg({ quality: JPEG_QUALITY });
}

type Reader = (file: Uint8Array, maxPixels: number | false) => Sharp;
let reader: Promise<Reader> | undefined;

/** The library is big and native, so it is loaded with the first picture. It then reads only PNG and JPEG. */
function loadReader(): Promise<Reader> {
  reader ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
    return (file, maxPixels) => sharp(file, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1 });
  });
  return reader;
}

/** The library throws for any input that it cannot decode, for a hundred reasons. Such input is not a picture. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
