import { formatClock, formatTime, toEpochMs } from '#lib/format.ts';
import { useBrowserNow } from '#lib/now.ts';
import { Age } from '#ui/data/age.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { useFocusAfter } from '#ui/dialogs/focus-after.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { Button, Card, Title } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accessLinkTexts } from '@trace/contract/location-access/location-access.link.texts';
import { timeLeftMs } from '@trace/contract/location-access/location-access.rules';
import type { AccessGrant } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import classes from './location-access-now.module.css';
import { useSingleFlight } from './requests/location-access-single-flight.ts';
import { LocationAccessPerson } from './location-access-person.tsx';
import { useHasSettledLayout } from './requests/location-access-click-guard.ts';
import { useEndAccess } from './location-access.log.queries.ts';
import { accessQuery } from './location-access.queries.ts';

/**
 * Shows the people who can see the user now, the time left, and a button that ends the grant without confirmation.
 * During the user's own incident panic contacts see the location too (PANIC-07).
 */
export function LocationAccessNow({ isEmergency }: { isEmergency: boolean }) {
  const { data, isError, refetch } = useQuery(accessQuery);
  const { ref, notePress } = useFocusAfter<HTMLHeadingElement>(data?.given.map(({ id }) => id).join());
  return (
    <section aria-labelledby="can-see-you-now" className={classes.now}>
      <div className={classes.head}>
        <Title order={2} id="can-see-you-now" ref={ref} tabIndex={-1}>
          {locationAccessTexts.canSeeNow}
        </Title>
        {data && data.given.length > 0 && <p className={classes.note}>{locationAccessTexts.endsByItself}</p>}
      </div>
      {isEmergency && <p className={classes.nobody}>{accessLinkTexts.emergency}.</p>}
      {data && <Grants grants={data.given} aheadMs={data.aheadMs} isEmergency={isEmergency} onEnd={notePress} />}
      {!data && !isError && <LoadingText>{accessUserTexts.loading}</LoadingText>}
      {!data && isError && (
        <EmptyState
          icon={IconEyeOff}
          text={accessUserTexts.loadFailed}
          action={<Button onClick={() => void refetch()}>{accessUserTexts.tryAgain}</Button>}
        />
      )}
    </section>
  );
}

interface GrantsProps {
  grants: readonly AccessGrant[];
  aheadMs: number;
  isEmergency: boolean;
  /** Called before a grant is ended. */
  onEnd: () => void;
}

function Grants({ grants, aheadMs, isEmergency, onEnd }: GrantsProps) {
  const nowMs = useBrowserNow('second') + aheadMs;
  const running = grants.flatMap((grant) => {
    const leftMs = timeLeftMs(grant.endsAt, nowMs);
    return leftMs === null ? [] : [{ grant, leftMs }];
  });
  const hasSettled = useHasSettledLayout(running.map(({ grant }) => grant.id).join());
  if (running.length === 0) {
    return !isEmergency && <p className={classes.nobody}>{locationAccessTexts.nobodyNow}</p>;
  }
  return (
    <ul className={classes.grants}>
      {running.map((each) => (
        <Grant key={each.grant.id} {...each} hasSettled={hasSettled} onEnd={onEnd} />
      ))}
    </ul>
  );
}

interface GrantProps {
  grant: AccessGrant;
  leftMs: number;
  /**
   * Whether the grant has been in place long enough for a press. A grant that just moved under the finger must not be
   * pressed.
   */
  hasSettled: boolean;
  onEnd: () => void;
}

function Grant({ grant, leftMs, hasSettled, onEnd }: GrantProps) {
  const end = useEndAccess();
  const endOnce = useSingleFlight(end);
  const share = leftMs / (toEpochMs(grant.endsAt) - toEpochMs(grant.startsAt));
  const name = grant.holder?.name ?? locationAccessTexts.formerPerson;
  return (
    <Card component="li" className={classes.grant ?? ''}>
      <div className={classes.who}>
        <LocationAccessPerson person={grant.holder} share={share} />
        <div className={classes.left}>
          <span className={classes.clock} role="timer">
            {formatClock(leftMs)}
          </span>
          <span className={classes.note}>{accessUserTexts.leftOf(grant.minutes)}</span>
        </div>
      </div>
      <div className={classes.what}>
        <div>
          <p className={classes.device}>
            {grant.deviceName} <span className={classes.serial}>{grant.serialNumber}</span>
          </p>
          <p className={classes.note}>
            {accessUserTexts.givenAt(formatTime(grant.startsAt))}{' '}
            {grant.lastLookedAt === null ? (
              accessUserTexts.notLooked
            ) : (
              <Age at={grant.lastLookedAt} prefix={accessUserTexts.looked} />
            )}
          </p>
        </div>
        <Button
          color="red"
          variant="light"
          loading={end.isPending}
          aria-label={accessUserTexts.endOf(name, grant.deviceName)}
          aria-disabled={!hasSettled}
          onClick={() => {
            if (!hasSettled) return;
            onEnd();
            endOnce(grant);
          }}
        >
          {locationAccessTexts.endNow}
        </Button>
      </div>
    </Card>
  );
}
