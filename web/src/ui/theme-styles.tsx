import { renderToStaticMarkup } from 'react-dom/server';
import { KitProvider } from './kit-provider.tsx';

const THEME_STYLE = /<style data-mantine-styles="true">(.*?)<\/style>/s;

/** Renders for the build the variables that the kit derives from the theme. */
export function renderThemeStyles(): string {
  const styles = THEME_STYLE.exec(renderToStaticMarkup(<KitProvider>{null}</KitProvider>))?.[1];
  if (styles === undefined) throw new Error('The kit renders no theme variables.');
  return styles;
}

/** The built style sheet has the theme's variables, so a skeleton needs no copy. */
export const withoutThemeStyles = (markup: string): string => markup.replace(THEME_STYLE, '');
