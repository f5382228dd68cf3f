import { formatCoordinates, formatDuration, formatExact } from '#lib/format.ts';
import { VisuallyHidden } from '@mantine/core';
import { pathRules } from '@trace/contract/tracking/tracking.path-markers.rules';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { Fragment } from 'react';
import type { DrawnPath, PathMarker } from './tracking-path.ts';

/** Describes the line and its markers for users who do not see the map. */
export function TrackingPathList({ path }: { path: DrawnPath }) {
  return (
    <VisuallyHidden component="ol" aria-label={trackingTexts.pathList}>
      {path.markers.map((marker, index) => (
        <Fragment key={marker.id}>
          <GapItem before={path.markers[index - 1]} marker={marker} />
          <li>
            {trackingTexts.pointKinds[marker.kind]}, {formatExact(marker.at)}
            {marker.untilAt !== undefined && ` – ${formatExact(marker.untilAt)}`}, {formatCoordinates(marker)}
          </li>
        </Fragment>
      ))}
    </VisuallyHidden>
  );
}

/** Shows the longest gap between two markers, which can have several gaps between them. */
function GapItem({ before, marker }: { before: PathMarker | undefined; marker: PathMarker }) {
  if (!before || marker.longestGapMs <= pathRules.gapMs) return null;
  return <li>{trackingTexts.gap(formatDuration(marker.longestGapMs))}</li>;
}
