import './kit-styles.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePrintInLight } from './print-in-light.ts';
import { themeVariables } from './theme-variables.ts';
import { theme } from './theme.ts';
import { Toaster } from './dialogs/toast.tsx';

/** Theme, style sheets and the place where toasts appear. `forceScheme` is for tests that look at both schemes. */
export function KitProvider({ children, forceScheme }: { children: ReactNode; forceScheme?: 'light' | 'dark' }) {
  usePrintInLight();
  return (
    <MantineProvider
      theme={theme}
      // A built page has the variables in its style sheet, which the build renders (web/theme-styles.ts).
      {...((import.meta.env.DEV || import.meta.env.SSR) && { cssVariablesResolver: themeVariables })}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      {...(forceScheme && { forceColorScheme: forceScheme })}
    >
      {children}
      <Toaster />
    </MantineProvider>
  );
}
