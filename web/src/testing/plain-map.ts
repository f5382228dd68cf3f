import { vi } from 'vitest';
import type * as builtIn from '#ui/map/basemap/built-in-style.ts';
import { blankWebGl } from './blank-webgl.ts';

type BuiltInStyle = typeof builtIn;

/**
 * Replaces the built-in map by its plain ground and draws nothing in every test, because the processor draws slowly.
 * Markers, paths, cards and events stay real. A test of the drawn map itself calls
 * `vi.unmock('#ui/map/basemap/built-in-style.ts')`.
 */
vi.mock('#ui/map/basemap/built-in-style.ts', async (importOriginal) => {
  blankWebGl();
  const original = await importOriginal<BuiltInStyle>();
  const builtInStyle: BuiltInStyle['builtInStyle'] = (theme) => {
    const style = original.builtInStyle(theme);
    return {
      ...style,
      sources: { [original.FINE_GRID]: style.sources[original.FINE_GRID]! },
      layers: style.layers.filter(({ type }) => type === 'background'),
    };
  };
  return { ...original, builtInStyle } satisfies BuiltInStyle;
});
