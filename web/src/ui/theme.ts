import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeComponents,
  type VariantColorsResolver,
} from '@mantine/core';
import { KitButton } from './controls/kit-button.tsx';
import { isPaletteColor, palette } from './palette.ts';

/** Light variants are tints of the palette in both schemes; the kit's own are too strong in light and too dark in dark. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const usual = defaultVariantColorsResolver(input);
  const color = input.color ?? 'petrol';
  if (input.variant !== 'light' || !isPaletteColor(color)) return usual;
  const lightest = color === 'gray' ? 1 : 0;
  const shade = (step: number) => `var(--mantine-color-${color}-${step})`;
  const tint = (percent: number) => `color-mix(in srgb, ${shade(5)} ${percent}%, transparent)`;
  return {
    ...usual,
    background: `light-dark(${shade(lightest)}, ${tint(22)})`,
    hover: `light-dark(${shade(lightest + 1)}, ${tint(32)})`,
    color: `light-dark(${shade(8)}, ${shade(2)})`,
  };
};

/** Plain objects, because `Tabs.extend` and similar calls would pull every component named here into the first load. */
const components: MantineThemeComponents = {
  ActionIcon: { defaultProps: { component: KitButton } },
  Badge: {
    defaultProps: { radius: 'sm', variant: 'light' },
    // A badge in a table or a row keeps its word whole.
    styles: {
      root: {
        textTransform: 'none',
        fontWeight: 550,
        letterSpacing: 0,
        fontSize: '0.75rem',
        flex: 'none',
        maxWidth: 'none',
      },
      label: { overflow: 'visible' },
    },
  },
  Button: { defaultProps: { component: KitButton }, styles: { root: { fontWeight: 550 } } },
  Card: { defaultProps: { radius: 'lg', withBorder: true, padding: 'lg' } },
  Paper: { defaultProps: { radius: 'lg' } },
  Tabs: { styles: { tab: { fontWeight: 500 } } },
};

export const theme = createTheme({
  colors: palette,
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.4,
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  fontFamily: "'Geist Variable', 'Geist Fallback', system-ui, sans-serif",
  fontFamilyMonospace: "'Geist Mono Variable', ui-monospace, monospace",
  headings: {
    fontFamily: "'Schibsted Grotesk Variable', 'Schibsted Fallback', 'Geist Variable', sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.3' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.3' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  shadows: { sm: '0 1px 3px rgb(15 32 40 / 8%)', md: '0 6px 20px -6px rgb(15 32 40 / 16%)' },
  components,
});
