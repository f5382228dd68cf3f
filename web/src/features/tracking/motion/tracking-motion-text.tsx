import { useNow } from '#lib/now.ts';
import { LIVE_STALE_MS } from '../live/tracking-live-map.tsx';
import { motionWords } from './tracking-motion.ts';
import type { PositionLog } from './tracking-position-log.ts';

/** Shows speed and heading of the newest position, and nothing once that position is stale. */
export function TrackingMotion({ log: { fixed } }: { log: PositionLog }) {
  const nowMs = useNow('second');
  const last = fixed.at(-1);
  if (!last || nowMs - last.at > LIVE_STALE_MS) return null;
  const words = motionWords(last);
  return words === null ? null : <span>{words}</span>;
}
