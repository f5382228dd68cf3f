import { useEffect, useRef } from 'react';

/**
 * Ignores a second press that arrives before React has drawn the work of the first press. `loading` reaches the button
 * one render too late to stop that press.
 */
export function useSinglePress(isWorking: boolean): (press: () => void) => void {
  const isUnderWay = useRef(false);
  useEffect(() => {
    isUnderWay.current = isWorking;
  });
  return (press) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    press();
  };
}
