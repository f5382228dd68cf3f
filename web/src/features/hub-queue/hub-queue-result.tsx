import { SectionCard } from '#ui/layout/section-card.tsx';
import { Badge } from '@mantine/core';
import type { RoundResult } from '@trace/contract/hub-queue/hub-queue.schema';
import { hubQueueTexts } from '@trace/contract/hub-queue/hub-queue.texts';
import classes from './hub-queue.module.css';

const texts = hubQueueTexts.result;

/** PANIC-01: the last result with its badges and the full response. */
export function HubQueueResult({ result }: { result: RoundResult | undefined }) {
  return (
    <SectionCard title={texts.title}>
      <div role="status">
        {result === undefined ? <p className={classes.hint}>{texts.none}</p> : <Result result={result} />}
      </div>
    </SectionCard>
  );
}

function Result({ result }: { result: RoundResult }) {
  const { processedEvents, totalMessagesFound, ajaxPanicSenderDisabled, hubId, testedDevices } = result;
  return (
    <div className={classes.result}>
      <div className={classes.badges}>
        <Badge color={processedEvents > 0 ? 'blue' : 'gray'}>{texts.events(processedEvents)}</Badge>
        <Badge color={totalMessagesFound > 0 ? 'blue' : 'gray'}>{texts.messages(totalMessagesFound)}</Badge>
        <Badge color={ajaxPanicSenderDisabled ? 'red' : 'green'}>
          {ajaxPanicSenderDisabled ? texts.disabled : texts.enabled}
        </Badge>
        <Badge color="gray">{texts.hub(hubId)}</Badge>
      </div>
      {testedDevices !== null && (
        <p className={classes.note}>
          {testedDevices === 0 ? hubQueueTexts.noTestEvent : hubQueueTexts.testEvent(testedDevices)}
        </p>
      )}
      <details className={classes.response}>
        <summary>{texts.response}</summary>
        <pre>{JSON.stringify(result, null, 2)}</pre>
      </details>
    </div>
  );
}
