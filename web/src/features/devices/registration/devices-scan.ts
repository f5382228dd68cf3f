import { readLabel } from '@trace/contract/devices/registration/devices.registration.rules';
import { useEffect, useState, type RefObject } from 'react';

export type Label = NonNullable<ReturnType<typeof readLabel>>;

/**
 * The browser's BarcodeDetector. Not every browser has this class, and the TypeScript library does not declare its
 * types yet.
 */
interface CodeReader {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

interface CodeReaderConstructor {
  new (options: { formats: string[] }): CodeReader;
  getSupportedFormats: () => Promise<string[]>;
}

/** Often enough to feel immediate, seldom enough for the battery of a phone. */
const LOOK_EVERY_MS = 150;

const codeReaders = (): CodeReaderConstructor | undefined =>
  (globalThis as { BarcodeDetector?: CodeReaderConstructor }).BarcodeDetector;

/** Returns whether this browser can read QR codes with the camera. False until the check has finished. */
export function useCanScan(): boolean {
  const [canScan, setCanScan] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void supportsQr().then((supports) => isCurrent && setCanScan(supports));
    return () => {
      isCurrent = false;
    };
  }, []);
  return canScan;
}

async function supportsQr(): Promise<boolean> {
  // Without a secure address a browser has no camera for pages.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  const readers = codeReaders();
  if (devices === undefined || readers === undefined) return false;
  try {
    return (await readers.getSupportedFormats()).includes('qr_code');
  } catch {
    // A browser can define BarcodeDetector without an implementation.
    return false;
  }
}

export type ScanTrouble = 'refused' | 'broken' | 'foreign';

interface ScanOptions {
  video: RefObject<HTMLVideoElement | null>;
  onLabel: (label: Label) => void;
  onTrouble: (trouble: ScanTrouble) => void;
}

/** Looks through the camera until a label is found; answers how to put the camera down. */
export function startScan({ video, onLabel, onTrouble }: ScanOptions): () => void {
  const controller = new AbortController();
  void scan({ video, onLabel, onTrouble }, controller.signal);
  return () => controller.abort();
}

async function scan(options: ScanOptions, signal: AbortSignal): Promise<void> {
  let camera: MediaStream;
  try {
    camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (error) {
    if (!signal.aborted) options.onTrouble(isRefused(error) ? 'refused' : 'broken');
    return;
  }
  const release = () => camera.getTracks().forEach((track) => track.stop());
  signal.addEventListener('abort', release);
  if (signal.aborted || options.video.current === null) return release();
  const view = options.video.current;
  view.srcObject = camera;
  try {
    await view.play();
    await readUntilFound(view, options, signal);
  } catch {
    // A dialog that closes ends the playing; only a camera that is still wanted is broken.
    if (!signal.aborted) options.onTrouble('broken');
  } finally {
    release();
  }
}

async function readUntilFound(view: HTMLVideoElement, options: ScanOptions, signal: AbortSignal): Promise<void> {
  const Reader = codeReaders()!;
  const reader = new Reader({ formats: ['qr_code'] });
  while (!signal.aborted) {
    const codes = await reader.detect(view);
    if (signal.aborted) return;
    const label = codes.map(({ rawValue }) => readLabel(rawValue)).find((each) => each !== null);
    if (label) return options.onLabel(label);
    if (codes.length > 0) options.onTrouble('foreign');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

const isRefused = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError';
