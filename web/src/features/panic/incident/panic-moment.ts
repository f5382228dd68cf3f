import { formatMomentWithSeconds } from '#lib/moment-format.ts';
import { useNow } from '#lib/now.ts';

/** Formats an instant to the second, with its day when that is not today: '9:41:22 am', '12 Nov, 9:41:22 am'. */
export function useMomentFormat(): (at: string) => string {
  const nowMs = useNow('halfMinute');
  return (at) => formatMomentWithSeconds(at, nowMs);
}
