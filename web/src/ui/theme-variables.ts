import type { CSSVariablesResolver } from '@mantine/core';

const light = {
  '--mantine-color-body': '#ffffff',
  '--mantine-color-text': '#131c23',
  '--mantine-color-dimmed': '#566571',
  '--mantine-color-error': '#b42b1d',
  '--mantine-color-placeholder': '#6b7b87',
  '--mantine-color-default-border': '#dde4e8',
  '--mantine-color-petrol-light': 'var(--mantine-color-petrol-1)',
  '--mantine-color-petrol-light-hover': 'var(--mantine-color-petrol-1)',
  '--mantine-color-petrol-light-color': 'var(--mantine-color-petrol-8)',
  '--trace-canvas': '#f4f7f8',
  '--trace-card': '#ffffff',
  '--trace-soft': 'var(--mantine-color-gray-0)',
};

const dark = {
  '--mantine-color-body': '#0f181e',
  '--mantine-color-text': '#e6ecef',
  '--mantine-color-dimmed': '#9fb0ba',
  '--mantine-color-error': '#f08a7d',
  '--mantine-color-placeholder': '#7f909b',
  '--mantine-color-default': '#1d2831',
  '--mantine-color-default-hover': '#24313a',
  '--mantine-color-default-border': '#24313a',
  // Mantine's default mix is too dark here: the active entry of the sidebar would vanish.
  '--mantine-color-petrol-light': 'color-mix(in srgb, var(--mantine-color-petrol-5) 26%, transparent)',
  '--mantine-color-petrol-light-hover': 'color-mix(in srgb, var(--mantine-color-petrol-5) 34%, transparent)',
  '--mantine-color-petrol-light-color': 'var(--mantine-color-petrol-1)',
  '--trace-canvas': '#0a1115',
  '--trace-card': '#152028',
  '--trace-soft': 'color-mix(in srgb, var(--mantine-color-gray-5) 10%, transparent)',
};

/** Canvas, text and hairlines of both colour schemes. */
export const themeVariables: CSSVariablesResolver = () => ({ variables: {}, light, dark });
