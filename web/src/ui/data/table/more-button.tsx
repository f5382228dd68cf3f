import { failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

export interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<{ readonly isFetchNextPageError: boolean; readonly error: unknown }>;
}

interface MoreButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'fullWidth'> {
  query: PagedQuery;
  label: string;
  /** The class of the place around the button, which is absent without a next page. */
  placeClass?: string | undefined;
}

/** Loads the next page of a list. Stays mounted without a next page, so that it can pass on the focus. */
export function MoreButton({ query, label, placeClass, variant = 'subtle', ...look }: MoreButtonProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { ref, keepPlace } = useFocusOnNewRow(isFetchingNextPage);
  if (!hasNextPage) return null;
  const load = async () => {
    keepPlace();
    const { isFetchNextPageError, error } = await fetchNextPage();
    if (isFetchNextPageError) showToast({ tone: 'failed', about: 'more', text: failureWords(error) });
  };
  const button = (
    <Button ref={ref} variant={variant} {...look} loading={isFetchingNextPage} onClick={() => void load()}>
      {label}
    </Button>
  );
  return placeClass === undefined ? button : <div className={placeClass}>{button}</div>;
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]';

/** The last page removes the button. The first control among the new rows, which stand in its place, gets its focus. */
function useFocusOnNewRow(isFetching: boolean) {
  const ref = useRef<HTMLButtonElement>(null);
  const place = useRef<number | null>(null);
  const keepPlace = () => {
    const hasFocus = ref.current !== null && document.activeElement === ref.current;
    place.current = hasFocus ? focusables().indexOf(ref.current!) : null;
  };
  useEffect(() => {
    if (isFetching || place.current === null) return;
    if (document.activeElement === document.body) focusables()[place.current]?.focus();
    place.current = null;
  }, [isFetching]);
  return { ref, keepPlace };
}

const focusables = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(FOCUSABLE)];
