import { useQuery } from '@tanstack/react-query';
import type { Incident, IncidentDetails } from '@trace/contract/panic/panic.schema';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useFlashingTitle, useHiddenNotification, useSiren } from './panic-alarm.ts';
import { attend, calm, isDiscreet, isSounding } from './panic-attention.ts';
import { accountDoor, staffDoor } from './panic-door.ts';
import type { RenderMap } from './panic-where.tsx';
import { activeIncidentsQuery, type PanicAudience } from './panic.queries.ts';
import { usePanicStream } from './panic.stream.ts';

/** Loaded with the first incident. */
const PanicScreen = lazy(() => import('./panic-screen.tsx'));
const PanicBanner = lazy(async () => ({ default: (await import('./panic-banner.tsx')).PanicBanner }));

interface PanicWatchProps {
  audience: PanicAudience;
  renderMap: RenderMap;
  renderInstead?: (incident: IncidentDetails) => ReactNode;
  /** The incident whose own page is open, which needs no bar. */
  openId?: string | undefined;
}

const none: readonly Incident[] = [];
const doors = { account: accountDoor, staff: staffDoor };

/** Rings on each page of a signed-in person: covers the page, sounds until taken, and keeps a bar while it lasts. */
export function PanicWatch({ audience, renderMap, renderInstead, openId }: PanicWatchProps) {
  usePanicStream();
  const { data: incidents = none } = useQuery(activeIncidentsQuery(audience));
  const { attention, setAttention } = useAttention(incidents);
  const { shown, ringing, silenced } = attention;
  const isLoud = isSounding(attention);
  const loudest = isLoud ? (incidents.find(({ id }) => ringing.includes(id) && !silenced.includes(id)) ?? null) : null;
  const isBlocked = useSiren(isLoud);
  useFlashingTitle(loudest);
  useHiddenNotification(loudest);
  const door = useMemo(() => shown && doors[audience](shown), [shown, audience]);
  const silence = () => setAttention((before) => ({ ...before, silenced: before.ringing }));
  const show = (id: string | null) => setAttention((before) => ({ ...before, shown: id }));
  const below = incidents.filter((each) => each.id !== openId && !isDiscreet(each));
  return (
    <Suspense>
      {shown === null && below.length > 0 && (
        <PanicBanner incidents={below} isSounding={isLoud} onSilence={silence} onOpen={show} />
      )}
      {shown !== null && door && (
        <PanicScreen
          id={shown}
          door={door}
          incidents={incidents}
          isSounding={isLoud}
          isBlocked={isBlocked}
          renderMap={renderMap}
          {...(renderInstead && { renderInstead })}
          onSilence={silence}
          onShow={show}
          onMinimise={() => show(null)}
        />
      )}
    </Suspense>
  );
}

/** Follows the incidents while rendering, so that no page shows between the answer and the alarm. */
function useAttention(incidents: readonly Incident[]) {
  const [attention, setAttention] = useState(() => attend(calm, incidents));
  const [followed, setFollowed] = useState(incidents);
  if (followed !== incidents) {
    setFollowed(incidents);
    setAttention(attend(attention, incidents));
  }
  return { attention, setAttention };
}
