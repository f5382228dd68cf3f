import { expect, test } from 'vitest';
import { mapColors } from '../basemap/colors.ts';
import { pathColorAt } from './path-colors.ts';

/** The relative luminance of WCAG 2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test.each(['light', 'dark'] as const)(
  'the way stands out from the %s map, and the more the newer it is [PATH-04]',
  (theme) => {
    const contrasts = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      contrast(pathColorAt(share, theme), mapColors[theme].land),
    );
    expect(contrasts[0]).toBeGreaterThanOrEqual(3);
    for (const [nth, next] of contrasts.slice(1).entries()) expect(next).toBeGreaterThan(contrasts[nth]! * 1.2);
  },
);
