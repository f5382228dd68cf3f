import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone; the same width stands in the stylesheets. Known at the first draw. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}

/** Too narrow for a table of many columns. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
}
