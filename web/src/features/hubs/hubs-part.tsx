import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { hubsTexts as texts } from '@trace/contract/hubs/hubs.texts';
import type { Ref } from 'react';
import type { HubChoiceState } from './hubs-choice.ts';
import { HubsCredentials } from './hubs-credentials.tsx';
import { HubsList } from './hubs-list.tsx';
import classes from './hubs-part.module.css';

interface HubsPartProps {
  choice: HubChoiceState;
  usernameRef?: Ref<HTMLInputElement>;
}

/** Verifies an account of the hub service and chooses one of its hubs (HUB-01, HUB-06). */
export function HubsPart({ choice, usernameRef }: HubsPartProps) {
  const { verified, hubId, failure } = choice.state;
  return (
    <div className={classes.part}>
      <HubsCredentials choice={choice} usernameRef={usernameRef ?? null} />
      {verified && <OutcomeLine tone="good">{texts.verified(verified.hubs.length)}</OutcomeLine>}
      {failure !== null && (
        <OutcomeLine tone="bad" title={texts.failedTitle}>
          {failure}
        </OutcomeLine>
      )}
      {verified && <HubsList hubs={verified.hubs} chosenId={hubId} onChoose={choice.choose} />}
    </div>
  );
}
