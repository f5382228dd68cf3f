import { create } from 'qrcode';
import { onTestFinished, vi } from 'vitest';

/** Draws a label as a phone sees the label: turned, on a table, with uneven light. Returns the canvas. */
export function drawLabel(text: string): HTMLCanvasElement {
  const canvas = blank();
  const context = canvas.getContext('2d')!;
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const module = 8;
  const side = (size + 8) * module;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(0.2);
  context.fillStyle = '#e8e4da';
  context.fillRect(-side / 2, -side / 2, side, side);
  context.fillStyle = '#1c1c22';
  for (const [index, isDark] of data.entries()) {
    const [x, y] = [index % size, Math.floor(index / size)];
    if (isDark) context.fillRect((x + 4) * module - side / 2, (y + 4) * module - side / 2, module, module);
  }
  context.resetTransform();
  const shadow = context.createLinearGradient(0, 0, canvas.width, canvas.height);
  shadow.addColorStop(0, 'rgb(0 0 0 / 0%)');
  shadow.addColorStop(1, 'rgb(0 0 0 / 45%)');
  context.fillStyle = shadow;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

function blank(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = 1_280;
  canvas.height = 720;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#7d6a58';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function pictureOf(canvas: HTMLCanvasElement): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.8);
  });
  return new File([blob!], 'label.jpg', { type: 'image/jpeg' });
}

export interface FakeCamera {
  isOn: boolean;
  /** Puts this picture before the camera. */
  show: (picture: HTMLCanvasElement) => void;
  /** The system takes the camera away. */
  drop: () => void;
}

/** Gives this browser a camera, and no BarcodeDetector, as in Safari and Firefox. */
export function fakeCamera(): FakeCamera {
  vi.stubGlobal('BarcodeDetector', undefined);
  let shown = blank();
  let track: MediaStreamTrack | undefined;
  const camera: FakeCamera = {
    isOn: false,
    show: (picture) => {
      shown = picture;
    },
    drop: () => track?.dispatchEvent(new Event('ended')),
  };
  const asking = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const lens = blank();
    const draw = () => lens.getContext('2d')!.drawImage(shown, 0, 0);
    const drawing = setInterval(draw, 50);
    const stream = lens.captureStream(20);
    const own = stream.getVideoTracks()[0]!;
    const stop = own.stop.bind(own);
    camera.isOn = true;
    track = own;
    own.stop = () => {
      clearInterval(drawing);
      camera.isOn = false;
      stop();
    };
    return stream;
  });
  onTestFinished(() => {
    asking.mockRestore();
    vi.unstubAllGlobals();
  });
  return camera;
}

/** The camera fails with this error, as browsers name their errors. */
export function failingCamera(name: string): void {
  const asking = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('No.', name));
  onTestFinished(() => asking.mockRestore());
}
