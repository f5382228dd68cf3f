import { useEffect } from 'react';

/** Prints in the light scheme. A printer leaves out the dark background, and light text on white paper is unreadable. */
export function usePrintInLight(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let shown: string | undefined;
    const showLight = () => {
      shown ??= dataset['mantineColorScheme'];
      dataset['mantineColorScheme'] = 'light';
    };
    const showAgain = () => {
      if (shown !== undefined) dataset['mantineColorScheme'] = shown;
      shown = undefined;
    };
    addEventListener('beforeprint', showLight);
    addEventListener('afterprint', showAgain);
    return () => {
      removeEventListener('beforeprint', showLight);
      removeEventListener('afterprint', showAgain);
    };
  }, []);
}
