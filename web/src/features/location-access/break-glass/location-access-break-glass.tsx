import { failureWords } from '#lib/http/api.ts';
import { useBrowserNow } from '#lib/now.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { breakGlassTexts as texts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import { timeLeftMs } from '@trace/contract/location-access/location-access.rules';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import { BreakGlassForm } from './location-access-break-glass-form.tsx';
import { BreakGlassPosition, type RenderMap } from './location-access-break-glass-position.tsx';
import { breakGlassQuery } from './location-access.break-glass.queries.ts';
import classes from './location-access-break-glass.module.css';

export interface BreakGlassProps {
  serialNumber: string;
  /** The tickets that can be the reason, the first one chosen. Empty: the page has none. */
  tickets: readonly { id: string; number: string }[];
  renderMap: RenderMap;
}

/** SUPL-07: the location of a device for support staff: a reason first, then the map until the minutes are over. */
export function BreakGlass(props: BreakGlassProps) {
  const { data, error, refetch } = useQuery(breakGlassQuery(props.serialNumber));
  return (
    <SectionCard title={texts.title}>
      {!data && !error && <LoadingText />}
      {!data && error && (
        <EmptyState
          icon={IconMapPinOff}
          text={`${texts.loadFailed}. ${failureWords(error)}`}
          action={<Button onClick={() => void refetch()}>{accessUserTexts.tryAgain}</Button>}
        />
      )}
      {data && <OwnAccess {...props} {...data} />}
    </SectionCard>
  );
}

type OwnAccessProps = BreakGlassProps & {
  access: Parameters<typeof BreakGlassPosition>[0]['access'] | null;
  aheadMs: number;
};

function OwnAccess({ access, aheadMs, serialNumber, tickets, renderMap }: OwnAccessProps) {
  const nowMs = useBrowserNow('second') + aheadMs;
  const leftMs = access && timeLeftMs(access.endsAt, nowMs);
  if (access !== null && leftMs !== null)
    return <BreakGlassPosition access={access} leftMs={leftMs} renderMap={renderMap} />;
  return (
    <>
      <p className={classes.note}>{texts.intro}</p>
      {tickets.length === 0 ? (
        <p className={classes.note}>{texts.needsTicket}</p>
      ) : (
        <BreakGlassForm serialNumber={serialNumber} tickets={tickets} />
      )}
    </>
  );
}
