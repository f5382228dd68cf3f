import { casingColor } from '../map-colors.ts';

/** A place on the canvas. */
interface Spot {
  x: number;
  y: number;
}

const WIDTH_PX = 4;
const CASING_PX = 1.5;
const FAINTEST = 0.1;
const STRONGEST = 0.8;

/** Draws a marker's recent path, fading with age. The last spot is the marker's own. */
export function drawTail(context: CanvasRenderingContext2D, spots: readonly Spot[], color: string): void {
  context.save();
  drawFading(context, spots, { color: casingColor, widthPx: WIDTH_PX + 2 * CASING_PX });
  drawFading(context, spots, { color, widthPx: WIDTH_PX });
  context.restore();
}

function drawFading(
  context: CanvasRenderingContext2D,
  spots: readonly Spot[],
  { color, widthPx }: { color: string; widthPx: number },
): void {
  context.strokeStyle = color;
  context.lineWidth = widthPx;
  for (let index = 1; index < spots.length; index += 1) {
    const from = spots[index - 1]!;
    const to = spots[index]!;
    context.globalAlpha = FAINTEST + (STRONGEST - FAINTEST) * (index / (spots.length - 1));
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
}
