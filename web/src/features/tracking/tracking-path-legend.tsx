import type { PathSegment, PointKind, TimedPoint } from '#ui/map/map.types.ts';
import { MapMark } from '#ui/map/marks/map-mark.tsx';
import { measureWay, pointAtProgress } from '#ui/map/path/path-way.ts';
import { Slider } from '@mantine/core';
import { pathTexts as texts } from '@trace/contract/tracking/tracking.path.texts';
import { useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import classes from './tracking-path-legend.module.css';
import { pathRamp } from '#ui/map/path/path-colors.ts';

const kindsInOrder = ['start', 'end', 'stop', 'point', 'ping'] as const satisfies readonly PointKind[];
const TICKS = [0, 0.25, 0.5, 0.75, 1];
const SLIDER_STEP = 0.005;
const MARK_PX = 18;

/** The colours of the way in both colour schemes. */
const rampColors = pathRamp.light.map((light, nth) => `light-dark(${light}, ${pathRamp.dark[nth]!})`);
const rampStyle = { '--path-ramp': `linear-gradient(to right, ${rampColors.join(', ')})` } as CSSProperties;

interface PathLegendProps {
  segments: readonly PathSegment[];
  /** The kinds of places that are on the map. */
  kinds: ReadonlySet<PointKind>;
  /** The meaning of the blue dot. */
  blue: string;
  /** The time of a point, short. */
  momentOf: (at: number) => string;
  /** Makes the scale a slider that chooses a point, or null at the end of the way. */
  slider?: { wordsOf: (point: TimedPoint) => string; onChoose: (point: TimedPoint | null) => void };
}

/** Explains the marks and colours of a path, and gives the times of the colours (PATH-04). */
export function TrackingPathLegend({ segments, kinds, blue, momentOf, slider }: PathLegendProps) {
  const way = useMemo(() => measureWay(segments), [segments]);
  const hasGap = segments.some(({ isGap }) => isGap);
  const timeAt = (share: number) => {
    const point = pointAtProgress(way, share);
    return point ? momentOf(point.at) : '';
  };
  return (
    <section className={classes.legend} aria-label={texts.legend}>
      <div className={classes.scale} style={rampStyle}>
        {slider ? (
          <ScaleSlider pointAt={(share) => pointAtProgress(way, share)} {...slider} />
        ) : (
          <div className={classes.bar} role="img" aria-label={texts.scale(timeAt(0), timeAt(1))} />
        )}
        <div className={classes.ticks} aria-hidden="true">
          {TICKS.map((share) => (
            <span key={share}>{timeAt(share)}</span>
          ))}
        </div>
      </div>
      <ul className={classes.marks}>
        {kindsInOrder.map(
          (kind) =>
            kinds.has(kind) && (
              <Entry key={kind} text={texts.kinds[kind]}>
                <MapMark kind={kind} sizePx={MARK_PX} />
              </Entry>
            ),
        )}
        <Entry text={blue}>
          <span className={classes.live} />
        </Entry>
        <Entry text={texts.direction}>
          <Arrow />
        </Entry>
        {hasGap && (
          <Entry text={texts.gap}>
            <span className={classes.gap} />
          </Entry>
        )}
      </ul>
    </section>
  );
}

function Entry({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li>
      <span className={classes.sign} aria-hidden="true">
        {children}
      </span>
      {text}
    </li>
  );
}

function Arrow() {
  return (
    <svg width="20" height="14" viewBox="0 0 20 14">
      <path d="M1 7h12" className={classes.shaft} />
      <path d="M8.6 3.2L15.6 7l-7 3.8L10.2 7z" className={classes.head} />
    </svg>
  );
}

interface ScaleSliderProps {
  pointAt: (share: number) => TimedPoint | null;
  wordsOf: (point: TimedPoint) => string;
  onChoose: (point: TimedPoint | null) => void;
}

function ScaleSlider({ pointAt, wordsOf, onChoose }: ScaleSliderProps) {
  const [share, setShare] = useState(1);
  const words = (at: number) => {
    const point = pointAt(at);
    return point ? wordsOf(point) : '';
  };
  const choose = (next: number) => {
    setShare(next);
    onChoose(next < 1 ? pointAt(next) : null);
  };
  return (
    <Slider
      size={10}
      min={0}
      max={1}
      step={SLIDER_STEP}
      value={share}
      label={null}
      thumbLabel={texts.along}
      thumbValueText={words}
      onChange={choose}
      classNames={{ bar: classes.sliderBar ?? '', track: classes.sliderTrack ?? '' }}
    />
  );
}
