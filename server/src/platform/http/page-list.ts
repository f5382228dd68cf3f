import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the portal, as the build lists it. */
export interface ListedPage {
  /** People who are signed out get the sign-in at this path. */
  isPrivate: boolean;
  /** What the page needs at once, for the header `Link`. */
  links: readonly string[];
}

export type PageList = Readonly<Record<string, ListedPage>>;

const SIGN_IN = '/sign-in';

/** Returns the pages by path, or null when the portal is not built. */
export function readPageList(directory: string): PageList | null {
  const file = join(directory, 'pages.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageList) : null;
}

/** Finds the page of an address. The portal's router ignores case and a slash at the end. */
export function findPage(pages: PageList, url: string): ListedPage | undefined {
  const path = (url.split('?')[0] ?? '').replace(/\/$/, '').toLowerCase();
  return Object.hasOwn(pages, path) ? pages[path] : undefined;
}

/** Returns the header `Link` of a page. Calls of a page would only be refused while nobody is signed in. */
export function linksOf(pages: PageList, page: ListedPage, isKnown: boolean): string {
  const shown = page.isPrivate && !isKnown ? (pages[SIGN_IN] ?? page) : page;
  return shown.links.join(', ');
}
