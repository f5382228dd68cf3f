import { useLocation } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';

/** Inputs by which a person moves on from the addressed part. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the part that the address names, such as `#alerts`. The browser itself finds no part while the profile
 * loads. Parts above load later and push the part away, so it returns into view until the person moves.
 */
export function useAddressedPart(sections: RefObject<HTMLElement | null>): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const part = hash === '' ? null : document.getElementById(hash);
    if (!part || !sections.current?.contains(part)) return undefined;
    const growth = new ResizeObserver(() => part.scrollIntoView());
    growth.observe(sections.current);
    const release = () => growth.disconnect();
    for (const move of MOVES) addEventListener(move, release, { once: true, passive: true });
    return () => {
      release();
      for (const move of MOVES) removeEventListener(move, release);
    };
  }, [hash, sections]);
}
