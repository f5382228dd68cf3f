import { casingColor, pointColors } from '../map-colors.ts';

const FONT = "600 12px 'Geist Variable', system-ui, sans-serif";
const SMALLEST_PX = 13;
const LARGEST_PX = 24;

const inWords = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Draws a group of live dots: in the blue of the dots, with their count, larger with a higher count. */
export function drawCluster(
  context: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  count: number,
): void {
  const radius = Math.min(LARGEST_PX, SMALLEST_PX + 3 * Math.log10(count));
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = pointColors.live;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = casingColor;
  context.stroke();
  context.font = FONT;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = casingColor;
  context.fillText(inWords.format(count), x, y + 0.5);
}
