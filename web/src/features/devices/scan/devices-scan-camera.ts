import { openCodeReader } from './devices-scan-reader.ts';
import { lookForCodes } from './devices-scan-loop.ts';

type CameraFailure = 'insecure' | 'refused' | 'missing' | 'broken';

interface CameraOptions {
  view: HTMLVideoElement;
  onStart: () => void;
  onCodes: (codes: readonly string[]) => void;
  onTrouble: (trouble: CameraFailure | 'nothing') => void;
}

/** Reads codes from the camera. Returns a function that turns the camera off. */
export function startCamera(options: CameraOptions): () => void {
  const controller = new AbortController();
  void run(options, controller.signal);
  return () => controller.abort();
}

async function run(options: CameraOptions, signal: AbortSignal): Promise<void> {
  const { view, onStart, onCodes, onTrouble } = options;
  const fail = (failure: CameraFailure) => {
    if (!signal.aborted) onTrouble(failure);
  };
  // A browser offers no camera to a page at an insecure address.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return fail('insecure');
  let camera: MediaStream;
  try {
    camera = await devices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    return fail(failureOf(error));
  }
  const release = () => {
    camera.getTracks().forEach((track) => track.stop());
    view.srcObject = null;
  };
  signal.addEventListener('abort', release);
  if (signal.aborted) return release();
  // The system can take the camera away, such as for a call.
  camera.getVideoTracks()[0]?.addEventListener('ended', () => fail('broken'));
  try {
    view.srcObject = camera;
    await view.play();
    const reader = await openCodeReader();
    if (signal.aborted) return;
    onStart();
    await lookForCodes({ read: () => reader.read(view), wait, onCodes, onNothing: () => onTrouble('nothing') }, signal);
  } catch {
    // Closing the dialog interrupts the playback, which is not a failure.
    fail('broken');
  } finally {
    release();
  }
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

function failureOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'broken';
}
