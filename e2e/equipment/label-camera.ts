import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'qrcode';

/** A small picture, as a cheap phone camera gives it. */
const [WIDTH, HEIGHT] = [640, 480];
const [BLACK, TABLE, WHITE, NO_COLOUR] = [24, 120, 225, 128];
const MODULE_PX = 8;
const QUIET_MODULES = 4;

/** Returns the browser arguments for a camera that films a label with this QR code. */
export function cameraBefore(text: string): string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'trace-label-')), 'label.y4m');
  writeFileSync(file, videoOf(text));
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
}

/** A YUV4MPEG2 video of one frame, which the browser repeats. */
function videoOf(text: string): Buffer {
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, NO_COLOUR);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), pictureOf(text), colour]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame]);
}

function pictureOf(text: string): Buffer {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const side = (size + 2 * QUIET_MODULES) * MODULE_PX;
  const [left, top] = [(WIDTH - side) >> 1, (HEIGHT - side) >> 1];
  const moduleAt = (px: number) => Math.floor(px / MODULE_PX) - QUIET_MODULES;
  const picture = Buffer.alloc(WIDTH * HEIGHT, TABLE);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [moduleAt(x), moduleAt(y)];
      const isInside = column >= 0 && row >= 0 && column < size && row < size;
      picture[(top + y) * WIDTH + left + x] = isInside && data[row * size + column] ? BLACK : WHITE;
    }
  }
  return picture;
}
