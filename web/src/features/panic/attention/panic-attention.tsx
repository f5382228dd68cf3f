import type { Incident, IncidentDetails } from '@trace/contract/panic/panic.schema';
import { useMemo, useState, type ReactNode } from 'react';
import { useFlashingTitle, useHiddenNotification, useSiren } from './panic-alarm.ts';
import { attend, calm, isDiscreet, isSounding, realFirst } from './panic-attention-state.ts';
import { accountCalls, staffCalls } from '../incident/panic-calls.ts';
import { PanicBanner } from './panic-banner.tsx';
import { PanicScreen } from './panic-screen.tsx';
import type { RenderMap } from '../incident/panic-where.tsx';
import type { PanicAudience } from '../panic.queries.ts';

export interface PanicAttentionProps {
  /** The active incidents, newest first. */
  incidents: readonly Incident[];
  audience: PanicAudience;
  renderMap: RenderMap;
  renderInstead?: (incident: IncidentDetails) => ReactNode;
  /** The incident whose own page is open, which needs no bar. */
  openId?: string | undefined;
}

const callsFor = { account: accountCalls, staff: staffCalls };

/** Covers the page while an incident rings, sounds until it is taken, and keeps a bar while it lasts. */
export default function PanicAttention({ incidents, audience, renderMap, renderInstead, openId }: PanicAttentionProps) {
  const { attention, setAttention } = useAttention(incidents);
  const { shown, ringing, silenced } = attention;
  const isLoud = isSounding(attention);
  const visible = realFirst(incidents.filter((each) => !isDiscreet(each)));
  const loudest = isLoud ? (visible.find(({ id }) => ringing.includes(id) && !silenced.includes(id)) ?? null) : null;
  const isBlocked = useSiren(isLoud);
  useFlashingTitle(loudest);
  useHiddenNotification(loudest);
  const calls = useMemo(() => shown && callsFor[audience](shown), [shown, audience]);
  const silence = () => setAttention((before) => ({ ...before, silenced: before.ringing }));
  const show = (id: string | null) => setAttention((before) => ({ ...before, shown: id }));
  const below = visible.filter(({ id }) => id !== openId);
  return (
    <>
      {shown === null && below.length > 0 && (
        <PanicBanner incidents={below} isSounding={isLoud} onSilence={silence} onOpen={show} />
      )}
      {shown !== null && calls && (
        <PanicScreen
          id={shown}
          calls={calls}
          incidents={visible}
          isSounding={isLoud}
          isBlocked={isBlocked}
          renderMap={renderMap}
          {...(renderInstead && { renderInstead })}
          onSilence={silence}
          onShow={show}
          onMinimise={() => show(null)}
        />
      )}
    </>
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
