/** Reads the QR codes of a video frame. */
export interface CodeReader {
  read: (view: HTMLVideoElement) => Promise<readonly string[]>;
}

/**
 * The browser's BarcodeDetector. Chromium has this class on some systems. The TypeScript library does not declare its
 * types yet.
 */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

interface DetectorConstructor {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

/** A frame is scaled down to this, because a larger frame takes longer and reads no better at arm's length. */
const FRAME_SIDE = 1_024;
/** The longest time of optional work in a frame, so that the page stays responsive. */
const FRAME_BUDGET_MS = 16;

/** Prefers the browser's own decoder, which runs outside the page's thread. */
export async function openCodeReader(): Promise<CodeReader> {
  const detector = await nativeDetector();
  if (detector === null) return libraryReader();
  let reader: CodeReader = {
    read: async (view) => (await detector.detect(view)).map(({ rawValue }) => rawValue),
  };
  return {
    read: async (view) => {
      try {
        return await reader.read(view);
      } catch {
        // Some systems announce the decoder and fail when it is used.
        reader = await libraryReader();
        return reader.read(view);
      }
    },
  };
}

async function nativeDetector(): Promise<Detector | null> {
  const Constructor = (globalThis as { BarcodeDetector?: DetectorConstructor }).BarcodeDetector;
  try {
    const formats = (await Constructor?.getSupportedFormats()) ?? [];
    return Constructor && formats.includes('qr_code') ? new Constructor({ formats: ['qr_code'] }) : null;
  } catch {
    // A browser can define BarcodeDetector without an implementation.
    return null;
  }
}

async function libraryReader(): Promise<CodeReader> {
  const decode = await loadDecoder();
  return {
    read: async (view) => {
      // The first frame has not arrived yet.
      if (view.videoWidth === 0) return [];
      return decode(view, { width: view.videoWidth, height: view.videoHeight, side: FRAME_SIDE, ms: FRAME_BUDGET_MS });
    },
  };
}

interface DecodeSize {
  width: number;
  height: number;
  /** The longest side after scaling down. */
  side: number;
  /** The time limit for optional work. */
  ms: number;
}

/** Loads the decoder library and returns a function that decodes a drawable image. */
export async function loadDecoder() {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return (source: CanvasImageSource, { width, height, side, ms }: DecodeSize): string[] => {
    const scale = Math.min(1, side / Math.max(width, height));
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    try {
      const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
      return [decodeQR(pixels, { timeLimit: ms, ...(ms > FRAME_BUDGET_MS && { effort: Infinity }) })];
    } catch {
      // The library throws when the image has no readable code.
      return [];
    }
  };
}
