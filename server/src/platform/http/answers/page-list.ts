import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the portal, as the build lists it. */
export interface ListedPage {
  /** People who are signed out get the sign-in at a page of the signed-in. */
  audience: 'signed-in' | 'signed-out' | 'anyone';
  /** The file with the page's skeleton, which stands until the scripts have drawn the page. */
  file: string;
  /** The files and calls that the page needs at once, for the header `Link`. */
  links: readonly string[];
}

export type PageList = Readonly<Record<string, ListedPage>>;

const SIGN_IN = '/sign-in';

/** Returns the pages by path, or null when the portal is not built. */
export function readPageList(directory: string): PageList | null {
  const file = join(directory, 'pages.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageList) : null;
}

/**
 * Finds the page of an address. The portal's router ignores case and a slash at the end. A part of a listed path that
 * begins with `$` stands for any value, such as `/support/tickets/$id`.
 */
export function findPage(pages: PageList, url: string): ListedPage | undefined {
  const path = (url.split('?')[0] ?? '').replace(/\/$/, '').toLowerCase();
  if (Object.hasOwn(pages, path)) return pages[path];
  const listed = Object.keys(pages).find((each) => each.includes('$') && isSamePath(each, path));
  return listed === undefined ? undefined : pages[listed];
}

function isSamePath(listed: string, path: string): boolean {
  const [wanted, given] = [listed.split('/'), path.split('/')];
  if (wanted.length !== given.length) return false;
  return wanted.every((part, index) => (part.startsWith('$') ? given[index] !== '' : part === given[index]));
}

/** Returns the page that a person sees at the address of this page. People who are signed in are sent on from the sign-in. */
export function shownPage(pages: PageList, page: ListedPage, isKnown: boolean): ListedPage {
  if (page.audience === 'signed-in' && !isKnown) return pages[SIGN_IN] ?? page;
  return page.audience === 'signed-out' && isKnown ? { ...page, file: 'index.html', links: [] } : page;
}
