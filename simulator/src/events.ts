import type { Stop } from './clock.ts';

/** Named events whose listeners are called synchronously and in order. */
export interface Events<Details> {
  readonly on: <Name extends keyof Details>(name: Name, listener: (detail: Details[Name]) => void) => Stop;
  readonly emit: <Name extends keyof Details>(name: Name, detail: Details[Name]) => void;
}

export function createEvents<Details>(): Events<Details> {
  const listeners: { [Name in keyof Details]?: Set<(detail: Details[Name]) => void> } = {};
  return {
    on(name, listener) {
      const known = (listeners[name] ??= new Set());
      known.add(listener);
      return () => {
        known.delete(listener);
      };
    },
    emit(name, detail) {
      for (const listener of listeners[name] ?? []) listener(detail);
    },
  };
}
