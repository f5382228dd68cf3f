import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { pingTexts } from '@trace/contract/ping/ping.texts';

/** PING-04: why a ping was refused, said at the head of what it opens. */
export function PingLimit() {
  return (
    <OutcomeLine tone="bad" title={pingTexts.limitTitle}>
      {pingTexts.limitText}
    </OutcomeLine>
  );
}
