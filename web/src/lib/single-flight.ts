import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Starts a mutation unless a mutation is already running. `loading` reaches the button one render too late to stop an
 * immediate second press.
 */
export function useSingleFlight<Data, Variables>({
  mutate,
}: Pick<UseMutationResult<Data, Error, Variables>, 'mutate'>) {
  const isUnderWay = useRef(false);
  return (variables: Variables, options: Pick<MutateOptions<Data, Error, Variables>, 'onSuccess' | 'onError'> = {}) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(variables, {
      ...options,
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
}
