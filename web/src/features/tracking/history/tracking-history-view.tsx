import { formatTime } from '#lib/format.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { IconMapPinOff } from '@tabler/icons-react';
import type { Device } from '@trace/contract/devices/devices.schema';
import { defaultCentre, defaultZoom } from '@trace/contract/maps/maps.rules';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useCallback, useMemo, useState } from 'react';
import { formatCalendarDay } from '#lib/format.ts';
import type { TimedPoint } from '#ui/map/map.types.ts';
import { pathTexts } from '@trace/contract/tracking/tracking.path.texts';
import { TrackingPathLegend } from '../tracking-path-legend.tsx';
import { dayWords } from '../tracking-path-words.ts';
import { TrackingHistoryParts } from './tracking-history-parts.tsx';
import { TrackingHistoryPlayer } from './tracking-history-player.tsx';
import { namedParts, pointsOf, segmentsOf, type NamedPart } from './tracking-history-drawing.ts';
import type { LoadedDay } from './tracking.history.queries.ts';
import classes from './tracking-history.module.css';
import type { RenderMap } from '../live/tracking-live-map.tsx';
import { usePlayback, usePlaying } from './tracking-playback-state.ts';
import { trackOf } from '../tracking-track.ts';

interface HistoryViewProps {
  device: Device;
  day: LoadedDay;
  renderMap: RenderMap;
}

/** Shows one day: the map, the parts in words, and the playback. A selection in one view applies to all views. */
export function TrackingHistoryView({ device, day, renderMap }: HistoryViewProps) {
  const parts = useMemo(() => namedParts(day.parts), [day]);
  const track = useMemo(() => trackOf(day.path, day), [day]);
  const dayKey = `${device.serialNumber}:${day.day}`;
  const playback = usePlayback(track, dayKey);
  const player = useMemo(() => ({ ...playback, label: device.name }), [playback, device.name]);
  const [chosen, setChosen] = useState<{ day: string; id: string } | null>(null);
  const selected = chosen?.day === day.day ? parts.find(({ id }) => id === chosen.id) : undefined;
  const points = useMemo(() => pointsOf(day, parts), [day, parts]);

  const kinds = useMemo(() => new Set(points.map(({ kind }) => kind)), [points]);
  const words = useCallback((point: TimedPoint) => dayWords(point, day.timeZone), [day.timeZone]);
  const segments = useMemo(() => segmentsOf(day, parts), [day, parts]);
  const path = useMemo(() => faintBeside(selected, segments), [selected, segments]);

  // During playback the whole day is highlighted, so the selection is cleared.
  const isPlaying = usePlaying(playback);
  if (isPlaying && chosen !== null) setChosen(null);

  const select = (id: string | null) => {
    const part = parts.find((one) => one.id === id);
    setChosen(part ? { day: day.day, id: part.id } : null);
    if (!part) return;
    playback.pause();
    playback.seek(part.fromAt);
  };

  if (track.at.length === 0) return <EmptyState icon={IconMapPinOff} text={texts.emptyDay} />;
  return (
    <div className={classes.split}>
      <div className={classes.map}>
        {renderMap({
          label: texts.mapLabel(device.name, formatCalendarDay(day.day)),
          points,
          path,
          pathWords: words,
          player,
          selectedId: selected?.kind === 'stop' ? selected.id : null,
          onSelect: select,
          renderPopup: (id) => <StopPopup part={parts.find((part) => part.id === id)} timeZone={day.timeZone} />,
          fitKey: dayKey,
          centre: defaultCentre.panel,
          zoom: defaultZoom,
          loadingText: trackingTexts.loadingLiveMap,
        })}
      </div>
      <TrackingHistoryParts
        playback={playback}
        day={day}
        parts={parts}
        selectedId={selected?.id ?? null}
        onSelect={select}
      />
      <TrackingHistoryPlayer playback={playback} track={track} timeZone={day.timeZone} />
      {segments.length > 0 && (
        <div className={classes.legend}>
          <TrackingPathLegend
            segments={segments}
            kinds={kinds}
            blue={pathTexts.playback}
            momentOf={(at) => formatTime(at, { timeZone: day.timeZone })}
          />
        </div>
      )}
    </div>
  );
}

const faintBeside = <Segment extends { id?: string }>(selected: NamedPart | undefined, segments: readonly Segment[]) =>
  selected === undefined || selected.kind === 'stop'
    ? segments
    : segments.map((segment) => ({ ...segment, isFaint: segment.id !== selected.id }));

function StopPopup({ part, timeZone }: { part: NamedPart | undefined; timeZone: string }) {
  if (!part) return null;
  return (
    <>
      <strong>{texts.stop}</strong>
      <br />
      {formatTime(part.fromAt, { timeZone })} – {formatTime(part.toAt, { timeZone })}
    </>
  );
}
