import { directionsUrl } from '#lib/directions.ts';
import { formatCoordinates, formatExact, toEpochMs } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { Coordinates } from '#ui/data/coordinates.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import type { LiveMarker, MapPoint, MapViewProps } from '#ui/map/map.types.ts';
import { Badge, Button, CopyButton } from '@mantine/core';
import { IconClock, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { defaultZoom } from '@trace/contract/maps/maps.rules';
import { panicRules } from '@trace/contract/panic/panic.rules';
import type { IncidentDetails, PanicPosition } from '@trace/contract/panic/panic.schema';
import { joinNames, panicScreenTexts as texts, spanWords } from '@trace/contract/panic/panic.screen.texts';
import { useMemo, type ReactNode } from 'react';
import { placeWords } from './panic-place.ts';
import classes from './panic-where.module.css';

/** Draws a map with the settings of the operator. */
export type RenderMap = (map: Omit<MapViewProps, 'config' | 'theme'>) => ReactNode;

interface PanicWhereProps {
  incident: IncidentDetails;
  renderMap: RenderMap;
  /** Shown when the position is hidden. */
  instead?: ReactNode;
}

/** Where the devices are, or the reason why the position is hidden. */
export function PanicWhere({ incident, renderMap, instead }: PanicWhereProps) {
  const { positions, devices, closed, you } = incident;
  if (positions === null || positions.length === 0)
    return (
      <SectionCard title={texts.where}>
        <p className={classes.line}>{reasonOf(incident)}</p>
        {positions === null && instead}
      </SectionCard>
    );
  const newest = newestOf(positions);
  const [first] = newest;
  return (
    <SectionCard
      title={texts.where}
      aside={first && <PositionFacts position={first} isOver={closed !== null} />}
      isFlush
    >
      <PanicMap positions={positions} renderMap={renderMap} />
      <ul className={classes.places}>
        {newest.map((position) => (
          <Place
            key={position.serialNumber}
            position={position}
            isNamed={devices.length > 1}
            isOver={closed !== null}
          />
        ))}
      </ul>
      {you.role === 'contact' && (
        <p className={classes.note}>{texts.seenAsContact(joinNames(incident.wearers.map(({ name }) => name)))}</p>
      )}
    </SectionCard>
  );
}

function reasonOf({ positions, devices, closed, you }: IncidentDetails): string {
  if (closed !== null && you.role === 'contact') return texts.positionEnded;
  if (positions === null) return you.role === 'support' ? texts.hiddenSupport : texts.hidden;
  return devices.length === 0 ? texts.noDevice : texts.noPosition;
}

/** The newest position of each device. The answer lists positions newest first. */
function newestOf(positions: readonly PanicPosition[]): PanicPosition[] {
  return [...new Map([...positions].reverse().map((each) => [each.serialNumber, each])).values()];
}

interface PositionFactsProps {
  position: PanicPosition;
  /** A closed incident asks for no further positions, so its age is grey. */
  isOver: boolean;
}

function PositionFacts({ position: { at, accuracyM, isStale }, isOver }: PositionFactsProps) {
  const ageMs = useNow('second') - toEpochMs(at);
  const ageColor = isStale || ageMs > panicRules.staleMs ? 'amber' : 'green';
  return (
    <span className={classes.facts}>
      <Badge
        color={isOver ? 'gray' : ageColor}
        size="lg"
        title={formatExact(at)}
        leftSection={<IconClock size={14} stroke={1.8} aria-hidden="true" />}
      >
        {texts.positionAge(spanWords(ageMs))}
      </Badge>
      {accuracyM !== null && (
        <Badge color="gray" size="lg">
          {texts.accuracy(accuracyM)}
        </Badge>
      )}
    </span>
  );
}

function PanicMap({ positions, renderMap }: { positions: readonly PanicPosition[]; renderMap: RenderMap }) {
  const { points, live } = useMemo(() => marksOf(positions), [positions]);
  return (
    <div className={classes.map}>
      {renderMap({
        label: texts.map,
        points,
        live,
        followedId: null,
        fitKey: `${points.length} ${live.length}`,
        zoom: defaultZoom,
      })}
    </div>
  );
}

/** The newest position of each device in blue, the first in amber. */
function marksOf(positions: readonly PanicPosition[]) {
  const newest = newestOf(positions);
  const live = newest.map<LiveMarker>(({ serialNumber, deviceName, lat, lng, isStale }) => ({
    ...{ id: serialNumber, lat, lng, isStale, isNamed: newest.length > 1 },
    label: texts.newest(deviceName),
    glideMs: 1 * SECOND_MS,
  }));
  const points = newest.flatMap<MapPoint>(({ serialNumber, at }) => {
    const first = positions.findLast((each) => each.serialNumber === serialNumber);
    if (!first || first.at === at) return [];
    return [{ id: `first ${serialNumber}`, lat: first.lat, lng: first.lng, kind: 'point', label: texts.first }];
  });
  return { points, live };
}

interface PlaceProps extends PositionFactsProps {
  isNamed: boolean;
}

function Place({ position, isNamed, isOver }: PlaceProps) {
  const { lat, lng, at, deviceName } = position;
  const ageMs = useNow('halfMinute') - toEpochMs(at);
  const isOld = position.isStale || (!isOver && ageMs > panicRules.staleMs);
  const place = placeWords(position);
  return (
    <li className={classes.place}>
      <div className={classes.words}>
        {isNamed && <p className={classes.device}>{deviceName}</p>}
        {place !== null && <p className={classes.name}>{place}</p>}
        <Coordinates lat={lat} lng={lng} />
        {isOld && <p className={classes.stale}>{texts.staleNote(spanWords(ageMs))}</p>}
      </div>
      <div className={classes.buttons}>
        <CopyButton value={formatCoordinates({ lat, lng })} timeout={2_000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={<IconCopy size={17} stroke={1.7} aria-hidden="true" />}
              onClick={copy}
            >
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          href={directionsUrl({ lat, lng })}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={17} stroke={1.7} aria-hidden="true" />}
        >
          {texts.directions}
        </Button>
      </div>
    </li>
  );
}
