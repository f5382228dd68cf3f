import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { pingTexts } from '@trace/contract/ping/ping.texts';

/** PING-04: explains at the head of the dialog why a ping was refused. */
export function PingLimit() {
  return (
    <OutcomeLine tone="bad" title={pingTexts.limitTitle}>
      {pingTexts.limitText}
    </OutcomeLine>
  );
}
