import { useSyncExternalStore } from 'react';
import type { Stop } from './stop.ts';

/** A value outside of React, shared by components and plain modules. */
export interface Store<Value> {
  get: () => Value;
  /** Notifies every subscriber, also when the value is the same. */
  set: (value: Value) => void;
  subscribe: (onChange: () => void) => Stop;
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the value of a store. The component renders again when the value changes. */
export const useStore = <Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get, get);
