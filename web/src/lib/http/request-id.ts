import { useRef } from 'react';

/**
 * Names a request by its content until `forget`, so that a second try after a lost answer has the same id and adds
 * nothing twice.
 */
export function useRequestId(): { idOf(content: unknown): string; forget(): void } {
  const named = useRef({ content: '', id: '' });
  return {
    idOf: (content) => {
      const text = JSON.stringify(content);
      if (named.current.content !== text) named.current = { content: text, id: crypto.randomUUID() };
      return named.current.id;
    },
    forget: () => {
      named.current = { content: '', id: '' };
    },
  };
}
