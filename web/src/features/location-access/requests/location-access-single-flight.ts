import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Starts a mutation unless a mutation is already running. `loading` reaches the button one render too late to stop an
 * immediate second press.
 */
export function useSingleFlight<Variables>({ mutate }: Pick<UseMutationResult<unknown, Error, Variables>, 'mutate'>) {
  const isUnderWay = useRef(false);
  return (variables: Variables, onSuccess?: () => void) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(variables, {
      onSuccess: () => onSuccess?.(),
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
}
