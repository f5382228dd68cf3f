import { formatAge, formatRemaining } from '#lib/format.ts';
import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { Button } from '@mantine/core';
import { IconCheck, IconMapPinQuestion, IconX } from '@tabler/icons-react';
import type { AccessRequest } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import { useSingleFlight } from './location-access-single-flight.ts';
import classes from './location-access-request-notices.module.css';
import { useAnsweredPlace } from './location-access-request-place.ts';
import { answeredText, useAnswerRequest, type Answered } from './location-access.answer.queries.ts';

interface RequestNoticeProps {
  request: AccessRequest;
  /** null: the request has expired. */
  leftMs: number | null;
  /** The answer the user just gave. */
  answered: Answered | undefined;
  nowMs: number;
  /** Whether the request has been in place long enough for a press. */
  hasSettled: boolean;
  onAnswered: (answered: Answered) => void;
  /** Called when the answer has been shown long enough. */
  onSeen: (answered: Answered) => void;
}

/** Shows one request: first the question, then briefly the answer given. */
export function LocationAccessRequestNotice(props: RequestNoticeProps) {
  const { request, answered, onAnswered, onSeen } = props;
  const { ref, keepHeight } = useAnsweredPlace(answered, onSeen);
  const hold = (given: Answered) => {
    keepHeight();
    onAnswered(given);
  };
  const title = answered ? accessUserTexts.outcomes[answered.answer](request.deviceName) : questionOf(request);
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label={title} className={classes.place}>
      {answered ? (
        <AmberNotice label={title} icon={answered.answer === 'approved' ? IconCheck : IconX} title={title}>
          {answeredText(answered)}
        </AmberNotice>
      ) : (
        <Question {...props} onAnswered={hold} title={title} />
      )}
    </div>
  );
}

const personOf = ({ requester }: AccessRequest) => requester?.name ?? locationAccessTexts.formerPerson;

function questionOf(request: AccessRequest): string {
  const { requester, deviceName: device, minutes } = request;
  return locationAccessTexts.asks({ name: requester?.companyName ?? personOf(request), device, minutes });
}

function Question({ request, leftMs, nowMs, title, ...answering }: RequestNoticeProps & { title: string }) {
  const person = personOf(request);
  const email = request.requester?.email;
  if (leftMs === null) {
    return (
      <AmberNotice label={title} icon={IconMapPinQuestion} title={`${locationAccessTexts.expired}: ${title}`}>
        {accessUserTexts.wasAsked(person)}
      </AmberNotice>
    );
  }
  return (
    <AmberNotice
      label={title}
      icon={IconMapPinQuestion}
      title={title}
      actions={<Answers request={request} {...answering} />}
    >
      {accessUserTexts.asksText({
        // A company chooses its name itself. The email address tells who asks.
        name: email === undefined ? person : `${person} (${email})`,
        ago: formatAge(request.requestedAt, nowMs),
        left: formatRemaining(leftMs),
        minutes: request.minutes,
      })}
    </AmberNotice>
  );
}

const iconLook = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

function Answers({
  request,
  hasSettled,
  onAnswered,
}: Pick<RequestNoticeProps, 'request' | 'hasSettled' | 'onAnswered'>) {
  const answering = useAnswerRequest(onAnswered);
  const answerOnce = useSingleFlight(answering);
  const waitsFor = answering.isPending ? answering.variables.answer : null;
  const buttonOf = (answer: Answered['answer']) => ({
    loading: waitsFor === answer,
    disabled: waitsFor !== null && waitsFor !== answer,
    // `aria-disabled` instead of `disabled`, so that a keyboard user keeps the focus.
    'aria-disabled': !hasSettled,
    onClick: () => {
      if (hasSettled) answerOnce({ request, answer });
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconX {...iconLook} />}
        aria-label={accessUserTexts.denyOf(request.deviceName)}
        {...buttonOf('denied')}
      >
        {locationAccessTexts.deny}
      </Button>
      <Button
        leftSection={<IconCheck {...iconLook} />}
        aria-label={accessUserTexts.approveOf(request.deviceName)}
        {...buttonOf('approved')}
      >
        {locationAccessTexts.approve}
      </Button>
    </>
  );
}
