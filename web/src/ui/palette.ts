import type { MantineColorsTuple } from '@mantine/core';

/**
 * Ten steps per colour, from 0 light to 9 dark. Petrol marks user actions, amber marks live data and open decisions.
 */
export const palette = {
  petrol: [
    '#eef6f8',
    '#d9eaee',
    '#b3d5dd',
    '#84b9c6',
    '#4f98aa',
    '#2a7c91',
    '#166579',
    '#0e5163',
    '#0b4251',
    '#08313d',
  ],
  gray: ['#f7f9fa', '#eef2f4', '#e0e6ea', '#c9d2d8', '#98a6b0', '#6b7b87', '#4f5f6b', '#3a4853', '#24303a', '#131c23'],
  dark: ['#dbe3e8', '#b9c5cd', '#94a3ad', '#667783', '#3b4a55', '#2a3741', '#1d2831', '#152028', '#0f181e', '#0a1115'],
  green: ['#edf8f0', '#d6efdd', '#aedfbc', '#7fca96', '#52b271', '#2f9a54', '#1f8444', '#176b37', '#13582e', '#0d4122'],
  amber: ['#fff6e6', '#ffe9c4', '#ffd591', '#ffbd57', '#f5a524', '#d98a00', '#b26f00', '#8f5800', '#714600', '#553500'],
  red: ['#fdf0ee', '#fbdcd8', '#f6b7ae', '#ee8a7d', '#e05c4d', '#cd3b2b', '#b42b1d', '#942116', '#781b13', '#58130d'],
  violet: [
    '#f3f1fb',
    '#e4e0f7',
    '#cbc2ef',
    '#ac9de3',
    '#8f7ad6',
    '#775ec9',
    '#634bb4',
    '#513c96',
    '#413179',
    '#2f2358',
  ],
  blue: ['#eef4fd', '#d9e6fb', '#b4cef6', '#86aeee', '#5a8ee4', '#3671d8', '#1f5bc4', '#1a4aa1', '#173c81', '#112b5c'],
} satisfies Record<string, MantineColorsTuple>;

export type PaletteColor = keyof typeof palette;

export function isPaletteColor(color: string | undefined): color is PaletteColor {
  return color !== undefined && color in palette;
}
