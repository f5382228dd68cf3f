import { loadDecoder } from './devices-scan-reader.ts';

/** A close and a distant code are found at different sizes. */
const SIDES = [1_024, 2_048];
/** A picture gets more time than a video frame, because the person waits for its result. */
const BUDGET_MS = 400;

/** Reads the QR codes of a picture. Returns null for a file that is not a picture. The file stays in the browser. */
export async function readPicture(file: File): Promise<readonly string[] | null> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return null;
  }
  try {
    const decode = await loadDecoder();
    for (const side of SIDES) {
      const codes = decode(picture, { width: picture.width, height: picture.height, side, ms: BUDGET_MS });
      if (codes.length > 0) return codes;
    }
    return [];
  } finally {
    picture.close();
  }
}
