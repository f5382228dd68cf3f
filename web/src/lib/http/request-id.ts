import { useRef } from 'react';

/**
 * Makes ids of requests. The same content gets the same id until `forget`, so that the server recognises a second try
 * after a lost answer and stores nothing twice.
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
