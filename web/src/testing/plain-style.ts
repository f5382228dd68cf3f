import * as original from '#ui/map/basemap/built-in-style.ts';
import { blankWebGl } from './blank-webgl.ts';

// Loaded instead of the built-in style, see `plainMap`. The module's own exports replace those of the original.
export * from '#ui/map/basemap/built-in-style.ts';

blankWebGl();

export const builtInStyle: typeof original.builtInStyle = (theme) => {
  const style = original.builtInStyle(theme);
  return {
    ...style,
    sources: { [original.FINE_GRID]: style.sources[original.FINE_GRID]! },
    layers: style.layers.filter(({ type }) => type === 'background'),
  };
};
