import { formatAge, formatRemaining } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { AmberNotice } from '#ui/amber-notice.tsx';
import { Button } from '@mantine/core';
import { IconCheck, IconMapPinQuestion, IconX } from '@tabler/icons-react';
import { timeLeftMs } from '@trace/contract/location-access/location-access.rules';
import type { AccessRequest } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import classes from './location-access-request-notices.module.css';
import { useAnswerRequest } from './location-access.answer.queries.ts';

interface RequestNoticesProps {
  requests: readonly AccessRequest[];
  /** How far the server's clock is ahead of this one. */
  aheadMs: number;
}

/** Who asks, for how long, and the two answers. */
export default function LocationAccessRequestNotices({ requests, aheadMs }: RequestNoticesProps) {
  return (
    <section className={classes.requests} aria-label={locationAccessTexts.card}>
      {requests.map((request) => (
        <Request key={request.id} request={request} aheadMs={aheadMs} />
      ))}
    </section>
  );
}

const iconLook = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

function Request({ request, aheadMs }: { request: AccessRequest; aheadMs: number }) {
  const { requester, deviceName, minutes } = request;
  const nowMs = useNow('second') + aheadMs;
  const leftMs = timeLeftMs(request.expiresAt, nowMs);
  const answer = useAnswerRequest();
  const person = requester?.name ?? locationAccessTexts.formerPerson;
  const title = locationAccessTexts.asks({ name: requester?.companyName ?? person, device: deviceName, minutes });
  if (leftMs === null) {
    return (
      <AmberNotice label={title} icon={IconMapPinQuestion} title={`${locationAccessTexts.expired}: ${title}`}>
        {accessUserTexts.wasAsked(person)}
      </AmberNotice>
    );
  }
  const send = (given: 'approved' | 'denied') => answer.mutate({ request, answer: given });
  const waitsFor = answer.isPending ? answer.variables.answer : null;
  return (
    <AmberNotice
      label={title}
      icon={IconMapPinQuestion}
      title={title}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconX {...iconLook} />}
            aria-label={accessUserTexts.denyOf(deviceName)}
            loading={waitsFor === 'denied'}
            disabled={waitsFor === 'approved'}
            onClick={() => send('denied')}
          >
            {locationAccessTexts.deny}
          </Button>
          <Button
            leftSection={<IconCheck {...iconLook} />}
            aria-label={accessUserTexts.approveOf(deviceName)}
            loading={waitsFor === 'approved'}
            disabled={waitsFor === 'denied'}
            onClick={() => send('approved')}
          >
            {locationAccessTexts.approve}
          </Button>
        </>
      }
    >
      {accessUserTexts.asksText({
        name: person,
        ago: formatAge(request.requestedAt, nowMs),
        left: formatRemaining(leftMs),
        minutes,
      })}
    </AmberNotice>
  );
}
