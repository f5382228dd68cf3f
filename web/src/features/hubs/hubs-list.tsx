import { Badge, Radio } from '@mantine/core';
import type { Hub } from '@trace/contract/hubs/hubs.schema';
import { hubsTexts as texts } from '@trace/contract/hubs/hubs.texts';
import classes from './hubs-list.module.css';

interface HubsListProps {
  hubs: readonly Hub[];
  chosenId: string | null;
  onChoose: (hubId: string) => void;
}

/**
 * Shows hubs as large choices with place, id and state, because a wrong choice sends the alarm to another hub's owner.
 */
export function HubsList({ hubs, chosenId, onChoose }: HubsListProps) {
  return (
    <Radio.Group label={texts.hubLabel} required value={chosenId} onChange={onChoose}>
      <div className={classes.hubs}>
        {hubs.map((hub) => (
          <Radio.Card key={hub.hubId} value={hub.hubId} className={classes.hub ?? ''} aria-label={spoken(hub)}>
            <Radio.Indicator />
            <span className={classes.words}>
              <span className={classes.name}>{hub.name}</span>
              <span className={classes.place}>
                {placeOf(hub) !== null && <span>{placeOf(hub)}</span>}
                <span className={classes.id}>{hub.hubId}</span>
              </span>
            </span>
            <Badge color={hub.isOnline === true ? 'green' : 'gray'} leftSection={<HubDot hub={hub} />}>
              {stateOf(hub)}
            </Badge>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

const HubDot = ({ hub }: { hub: Hub }) => <span className={classes.dot} data-online={hub.isOnline ?? 'unknown'} />;

/** Not known is not offline. */
function stateOf({ isOnline }: Hub): string {
  if (isOnline === null) return texts.notKnown;
  return isOnline ? texts.online : texts.offline;
}

/** The hub service knows some hubs only by the centre of their geofence. */
const COORDINATES = /^-?\d+\.\d+, -?\d+\.\d+$/;

/** The hub service repeats the name of a hub that has no location. */
function placeOf({ name, location }: Hub): string | null {
  if (location === null || location === name) return null;
  return COORDINATES.test(location) ? texts.locatedAt(location) : location;
}

const spoken = (hub: Hub): string =>
  [hub.name, placeOf(hub), hub.hubId, stateOf(hub)].filter((part) => part !== null).join(', ');
