export interface PushedNotice {
  title: string;
  body: string;
  /** A path of the portal. */
  url: string;
  /** A later notice with the same tag replaces this notice. */
  tag?: string;
}

const NAME = 'Trace';

/** Parses a pushed notice. Unreadable fields fall back to defaults, so a notice always appears. */
export function readNotice(text: string): PushedNotice {
  const { title, body, url, tag } = fieldsOf(text);
  return {
    title: typeof title === 'string' && title !== '' ? title : NAME,
    body: typeof body === 'string' ? body : '',
    url: ownPath(url),
    ...(typeof tag === 'string' && tag !== '' && { tag }),
  };
}

/** Returns the path if the path belongs to this portal, otherwise `/` (T69). */
export function ownPath(wanted: unknown): string {
  const home = 'https://trace.invalid';
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, home)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, home);
  return origin === home ? pathname + search + hash : '/';
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Not JSON: the notice shows only the defaults.
    return {};
  }
}
