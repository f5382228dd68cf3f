import { showToast } from '#ui/dialogs/toast.tsx';
import type { TimedPoint } from '#ui/map/map.types.ts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useMemo, useState } from 'react';
import { drawPath, joinPath, type ShownPath } from './tracking-path.ts';
import type { PositionLog } from './motion/tracking-position-log.ts';
import { pathQuery } from './tracking.queries.ts';

export interface PathToggle {
  isOn: boolean;
  path: ShownPath | null;
  set: (isOn: boolean) => void;
  /** Chooses a point of the path to be described on the map. */
  choose: (point: TimedPoint | null) => void;
}

/**
 * The switch 'Show 24-hour path'. Switches itself off when there is no path to show, and shows the reason (PATH-02).
 */
export function usePathToggle(serial: string | null, log: PositionLog): PathToggle {
  const queryClient = useQueryClient();
  /** The device whose path is wanted. */
  const [wanted, setWanted] = useState<string | null>(null);
  const [chosenPoint, setChosenPoint] = useState<TimedPoint | null>(null);
  const isOn = wanted !== null && wanted === serial;
  const { data } = useQuery({ ...pathQuery(serial ?? ''), enabled: isOn, retry: false });

  const set = async (isWanted: boolean) => {
    setWanted(isWanted ? serial : null);
    setChosenPoint(null);
    if (!isWanted || serial === null) return;
    const refusal = await loadPath(queryClient, serial);
    if (refusal === null) return;
    setWanted(null);
    showToast({ tone: 'failed', about: `path ${serial}`, ...refusal });
  };

  const drawn = useMemo(
    () => (isOn && data && data.at.length > 0 ? drawPath(joinPath(data, log.fixed)) : null),
    [isOn, data, log.fixed],
  );
  const path = drawn && { ...drawn, chosenPoint };
  return { isOn, path, set: (isWanted) => void set(isWanted), choose: setChosenPoint };
}

/** Loads a path; answers why there is none to show, or null. */
async function loadPath(queryClient: QueryClient, serial: string): Promise<{ title: string; text: string } | null> {
  try {
    const { at } = await queryClient.fetchQuery(pathQuery(serial));
    if (at.length > 0) return null;
    return { title: trackingTexts.noPathTitle, text: trackingTexts.noPathText(serial) };
  } catch {
    // Every failure shows the same text, and the user can switch the path on again.
    return { title: trackingTexts.pathLoadTitle, text: trackingTexts.pathLoadText };
  }
}
