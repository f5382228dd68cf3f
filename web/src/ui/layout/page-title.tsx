import { useDocumentTitle } from '@mantine/hooks';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import classes from './page-title.module.css';

interface PageChanges {
  /** Called with the heading of each page that appears. */
  arrive: (heading: HTMLElement) => void;
  name: (title: string) => void;
}

const PageChangesContext = createContext<PageChanges>({ arrive: () => undefined, name: () => undefined });

/** After a change of page, moves the focus to the new heading and announces the title to screen readers. */
export function PageTitles({ children }: { children: ReactNode }) {
  const [changes, announced] = usePageChanges();
  return (
    <PageChangesContext value={changes}>
      {children}
      <div aria-live="polite" className={classes.announced} data-page-title>
        {announced}
      </div>
    </PageChangesContext>
  );
}

function usePageChanges(): [PageChanges, string] {
  const shown = useRef<HTMLElement>(null);
  const named = useRef('');
  const [announced, announce] = useState('');
  const arrive = useCallback((heading: HTMLElement) => {
    const isFirst = shown.current === null;
    const isSame = shown.current === heading;
    shown.current = heading;
    // A page that starts in a field of its own keeps the focus there.
    if (isFirst || isSame || document.activeElement?.matches('input, textarea')) return;
    heading.focus({ preventScroll: true });
  }, []);
  const name = useCallback((title: string) => {
    // The browser itself announces the first page.
    if (named.current !== '') announce(title);
    named.current = title;
  }, []);
  const changes = useMemo(() => ({ arrive, name }), [arrive, name]);
  return [changes, announced];
}

/** Names the page in the browser's tab. Returns the props by which the heading takes the focus. */
export function usePageTitle(title: string) {
  const { arrive, name } = use(PageChangesContext);
  useDocumentTitle(`${title} · Trace`);
  useEffect(() => name(title), [name, title]);
  const ref = useCallback(
    (heading: HTMLElement | null) => {
      if (heading) arrive(heading);
    },
    [arrive],
  );
  return { ref, tabIndex: -1 } as const;
}
